// The lab compiler: source files in, plain data and problems out.
export { canonicalJson } from '../../state/canonical.ts';
export { compile, modelOf, type Compiled, type WrittenLab } from './compile.ts';
export { filesInMemory, type LabFiles } from './files.ts';
export type { Inventory, InventoryEntry, InventoryReference } from './inventory.ts';
export { print, type Problem } from './problems.ts';
export type { TeacherGuide } from './teacher.ts';
export type { LessonTools } from '../../engine/lesson-tools.ts';
