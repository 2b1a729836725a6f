// The compiler runs in a worker of its own: text of any kind never blocks the page.
import { Connection } from '../engine/client';
import { start } from '../engine/spawn';
import type { Lab } from '../lab/types';
import type { Problem } from '../lab/compile';
import type { Folder } from './folder';
import type { UnzippedLab } from './unzip';
import workerUrl from './worker?worker&url';

/** What became of a folder. */
export interface Result {
  /** The lab, if nothing is wrong with it. */
  lab: Lab | undefined;
  problems: readonly Problem[];
}

/** What the worker offers. */
export interface Compiler {
  compile(folder: Folder): Result;
  unzip(bytes: Uint8Array, path: string): UnzippedLab;
}

export const compiler: Connection<Compiler> = new Connection(start(workerUrl));
