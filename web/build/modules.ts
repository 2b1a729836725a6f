// Which of the engine's WebAssembly modules a lab needs, by the names of their folders below web/src/engine/pkg.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Besides the model's own, what its live pictures and advisors run on. */
const more: Record<string, readonly string[]> = {
  aggregate: ['live/aggregate'],
  directory: ['live'],
  disk_path: ['live', 'advisor'],
  file_pool: ['live/file_pool', 'diagnosis'],
  journal: ['live/journal'],
};

/** The modules of a model, and the one that every lab needs for questions. */
export const modulesOf = (model: string): string[] => [`models/${model}`, ...(more[model] ?? []), 'lesson'];

/** The module itself, among the files of its folder. */
export const moduleIn = (folder: string): string =>
  join(folder, readdirSync(folder).find((name) => name.endsWith('_bg.wasm')) ?? '');
