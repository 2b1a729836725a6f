// The built WebAssembly modules, started under Node without the front end, and the command they are compared with.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { compileLab } from '../web/build/lab.ts';
import { initSync as startAdvisor } from '../web/src/engine/pkg/advisor/pathlength_advisor_wasm.js';
import { initSync as startDiagnosis } from '../web/src/engine/pkg/diagnosis/pathlength_diagnosis_wasm.js';
import { initSync as startLesson } from '../web/src/engine/pkg/lesson/pathlength_lesson_wasm.js';
import { initSync as startAggregate } from '../web/src/engine/pkg/live/aggregate/pathlength_live_wasm.js';
import { initSync as startServer } from '../web/src/engine/pkg/live/file_pool/pathlength_live_wasm.js';
import { initSync as startPlug } from '../web/src/engine/pkg/live/journal/pathlength_live_wasm.js';
import { initSync as startLive } from '../web/src/engine/pkg/live/pathlength_live_wasm.js';
import { initSync as startJournal } from '../web/src/engine/pkg/models/journal/pathlength_wasm.js';
import { initSync as startLabs, type Lab } from '../web/src/engine/pkg/pathlength_wasm.js';

export { buildCommand } from './command.ts';
export { PathAdvisor } from '../web/src/engine/pkg/advisor/pathlength_advisor_wasm.js';
export { FilePoolAdvisor } from '../web/src/engine/pkg/diagnosis/pathlength_diagnosis_wasm.js';
export { checkLab, describeModel, draw, Lesson, measure } from '../web/src/engine/pkg/lesson/pathlength_lesson_wasm.js';
export { CacheView, DirectoryView } from '../web/src/engine/pkg/live/pathlength_live_wasm.js';
export { AggregateView, PlanView } from '../web/src/engine/pkg/live/aggregate/pathlength_live_wasm.js';
export { ServerView } from '../web/src/engine/pkg/live/file_pool/pathlength_live_wasm.js';
export { PlugView } from '../web/src/engine/pkg/live/journal/pathlength_live_wasm.js';
export { LoadDesk, type LoadRun } from '../web/src/engine/pkg/models/journal/pathlength_wasm.js';
export { OpenLab } from '../web/src/engine/pkg/pathlength_wasm.js';

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** What a module said before a trap. */
let panic = '';
Object.assign(globalThis, { reportPanic: (message: string) => (panic = message) });

export function start(): void {
  startLabs({ module: readFileSync(at('web/src/engine/pkg/pathlength_wasm_bg.wasm')) });
  startJournal({ module: readFileSync(at('web/src/engine/pkg/models/journal/pathlength_wasm_bg.wasm')) });
  startLesson({ module: readFileSync(at('web/src/engine/pkg/lesson/pathlength_lesson_wasm_bg.wasm')) });
  startAdvisor({ module: readFileSync(at('web/src/engine/pkg/advisor/pathlength_advisor_wasm_bg.wasm')) });
  startDiagnosis({ module: readFileSync(at('web/src/engine/pkg/diagnosis/pathlength_diagnosis_wasm_bg.wasm')) });
  startLive({ module: readFileSync(at('web/src/engine/pkg/live/pathlength_live_wasm_bg.wasm')) });
  startAggregate({ module: readFileSync(at('web/src/engine/pkg/live/aggregate/pathlength_live_wasm_bg.wasm')) });
  startPlug({ module: readFileSync(at('web/src/engine/pkg/live/journal/pathlength_live_wasm_bg.wasm')) });
  startServer({ module: readFileSync(at('web/src/engine/pkg/live/file_pool/pathlength_live_wasm_bg.wasm')) });
}

let compiled: Promise<Lab> | undefined;

/** A lab as the page gets it, by its id. */
export const labOf = async (id: string): Promise<Lab> =>
  (await compileLab(at(`labs/${id}`), at('labs'))) as unknown as Lab;

/** The first lab, as the page gets it; a copy for each who asks. */
export const compiledLab = async (): Promise<Lab> => structuredClone(await (compiled ??= labOf('zfs-directories')));

/**
 * The answer of `ask`, or the error it throws instead, which must be one with a sentence. A trap is neither: after it
 * the module is of no use any more.
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

/** The message of the error that `ask` must end with. */
export function refusal(ask: () => unknown): string {
  const error = answer(ask);
  expect(error).toBeInstanceOf(Error);
  return (error as Error).message;
}
