// The built WebAssembly modules, run in Node without the front end, and the command that they are compared with.
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { compileLab } from '../web/build/lab.ts';
import type { Lab } from './wasm.ts';

export { buildCommand } from './command.ts';
export {
  CacheView,
  Lesson as DiskPathLesson,
  PathAdvisor,
} from '../web/src/engine/pkg/disk-path-rest/pathlength_web.js';
export { FilePoolAdvisor, ServerView } from '../web/src/engine/pkg/file-pool-rest/pathlength_web.js';
export {
  CrashExperimentView,
  FileSystemAdvisor,
  LoadRunFactory,
  type LoadRun,
} from '../web/src/engine/pkg/journaling/pathlength_web.js';
export { NetworkView } from '../web/src/engine/pkg/network/pathlength_web.js';
export { CodecAdvisor } from '../web/src/engine/pkg/tape-rest/pathlength_web.js';
export { OpenLab } from '../web/src/engine/pkg/zfs-directories/pathlength_web.js';
export {
  checkLab,
  describeModel,
  DirectoryView,
  draw,
  Lesson,
  measure,
} from '../web/src/engine/pkg/zfs-directories-rest/pathlength_web.js';
export { AggregateView, PlanView } from '../web/src/engine/pkg/zfs-migration/pathlength_web.js';

export { openLab, start } from './wasm.ts';

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The message of a module before a trap. */
let panic = '';
Object.assign(globalThis, { reportPanic: (message: string) => (panic = message) });

let compiled: Promise<Lab> | undefined;

/** Returns the lab with an id as the page receives it. */
export const labOf = async (id: string): Promise<Lab> =>
  (await compileLab(at(`labs/${id}`), at('labs'))) as unknown as Lab;

/** Returns a copy of the first lab as the page receives it. */
export const compiledLab = async (): Promise<Lab> => structuredClone(await (compiled ??= labOf('zfs-directories')));

/**
 * Returns the answer of `ask`, or the error that it throws, which must have a message. A trap is neither an answer nor
 * such an error: it makes the module unusable.
 */
export function answer<T>(ask: () => T): T | Error {
  try {
    return ask();
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError)
      throw new Error(`trapped: ${panic || error.message}`, { cause: error });
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).toMatch(/^\S+ .*\S$/su);
    return error as Error;
  }
}

/** Returns the message of the error that `ask` must throw. */
export function refusal(ask: () => unknown): string {
  const error = answer(ask);
  expect(error).toBeInstanceOf(Error);
  return (error as Error).message;
}
