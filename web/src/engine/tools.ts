// The engine's part in compiling a lab, for a worker that compiles.
import type { LessonTools } from '../lab/compile';
import { startTools } from './lesson-tools';
import lesson from './pkg/lesson/pathlength_lesson_wasm_bg.wasm?url';
import models from './pkg/pathlength_wasm_bg.wasm?url';

let panicked: string | undefined;
// Called by a module just before a panic traps: the trap itself says nothing.
Object.assign(globalThis, { reportPanic: (message: string) => (panicked = message) });

/** What a module said last before a trap. */
export const panic = (): string | undefined => panicked;

/** Fetches and starts the modules. */
export const lessonTools = (): Promise<LessonTools> =>
  startTools({ lesson: new URL(lesson, import.meta.url), models: new URL(models, import.meta.url) });
