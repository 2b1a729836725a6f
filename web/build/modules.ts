// The WebAssembly modules of a lab, by folder name below web/src/engine/pkg.

import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns a model's modules in the folder `modules`: the module for the first chart and, if it is separate, the module
 * for the other parts.
 */
export const modulesOf = (modules: string, model: string): string[] =>
  [model, `${model}-rest`].filter((name) => existsSync(join(modules, name)));

/** Returns the path of the WebAssembly file in a module's folder. */
export const moduleIn = (folder: string): string => join(folder, 'pathlength_web_bg.wasm');
