// The engine's part in compiling a lab, with the modules that the build has made.
import { readFile } from 'node:fs/promises';
import type { LessonTools } from '../src/lab/compile/index.ts';
import { startTools } from '../src/engine/lesson-tools.ts';

const built = (name: string): Promise<Buffer<ArrayBuffer>> =>
  readFile(new URL(`../src/engine/pkg/${name}`, import.meta.url)) as Promise<Buffer<ArrayBuffer>>;

let tools: Promise<LessonTools> | undefined;

/** Started at the first lab. */
export const lessonTools = (): Promise<LessonTools> =>
  (tools ??= (async () =>
    startTools({
      lesson: await built('lesson/pathlength_lesson_wasm_bg.wasm'),
      models: await built('pathlength_wasm_bg.wasm'),
    }))());
