// A small lab with one of everything, for tests that break it.
import { fileURLToPath } from 'node:url';
import { folderFiles, newLab } from '../web/build/lab.ts';
import { lessonTools } from '../web/build/lesson-tools.ts';
import { compile, filesInMemory, type Compiled, type LessonTools } from '../web/src/lab/compile/index.ts';

export const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The files in bad-labs/base, with the parameters of a published lab. */
export const base: Readonly<Record<string, string>> = await newLab(at('tests/bad-labs/base'), at('labs'));

/** The engine, with a cache of computed texts: these tests compile the same figures often. */
const tools = await lessonTools('zfs-directories');
if (!tools) throw new Error('the modules are not built');
const computed = new Map<string, ReturnType<LessonTools['calculate']>>();
const remembering: LessonTools = {
  ...tools,
  calculate(lab, expression) {
    const value = computed.get(expression) ?? tools.calculate(lab, expression);
    computed.set(expression, value);
    return value;
  },
};

export const compiled = (files: Readonly<Record<string, string>>): Compiled =>
  compile({ ...filesInMemory('base', files), beside: (id) => folderFiles(at(`labs/base`)).beside?.(id) }, remembering);
