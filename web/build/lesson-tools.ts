// Connects the lab compiler with the engine, through the modules that the build has made.
import { existsSync, readFileSync } from 'node:fs';
import type { LessonTools } from '../src/lab/compile/index.ts';
import { createTools } from '../src/engine/lesson-tools.ts';
import type { FirstModule } from '../src/engine/modules.ts';
import type { RestModule } from '../src/engine/rest.ts';

const folder = (module: string): URL => new URL(`../src/engine/pkg/${module}/`, import.meta.url);

/** Imports and initializes a module. */
async function started<M>(name: string): Promise<M> {
  const module = (await import(new URL('pathlength_web.js', folder(name)).href)) as {
    initSync: (from: { module: BufferSource }) => unknown;
  };
  module.initSync({ module: readFileSync(new URL('pathlength_web_bg.wasm', folder(name))) as Buffer<ArrayBuffer> });
  return module as M;
}

const tools = new Map<string, Promise<LessonTools>>();

async function toolsOf(model: string): Promise<LessonTools> {
  // The module calls this function just before a panic traps; the trap itself has no message.
  (globalThis as { reportPanic?: (message: string) => void }).reportPanic ??= (message) => {
    console.error(message);
  };
  const rest = existsSync(folder(`${model}-rest`)) ? `${model}-rest` : model;
  return createTools(await started<FirstModule>(model), await started<RestModule>(rest));
}

/** Returns the tools of a model, initialized for its first lab, or undefined for an unknown model. */
export async function lessonTools(model: string | undefined): Promise<LessonTools | undefined> {
  if (model === undefined || !/^[\w-]+$/.test(model) || !existsSync(folder(model))) return undefined;
  const known = tools.get(model) ?? toolsOf(model);
  tools.set(model, known);
  return known;
}
