// The engine's WebAssembly modules of a lab, by the names of their folders below web/src/engine/pkg.

import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The modules of a model in the folder `modules`: the one that draws the first chart, and the one with all that comes
 * later where that is not the same.
 */
export const modulesOf = (modules: string, model: string): string[] =>
  [model, `${model}-rest`].filter((name) => existsSync(join(modules, name)));

/** The module itself in its folder. */
export const moduleIn = (folder: string): string => join(folder, 'pathlength_web_bg.wasm');
