// The compiler runs in a worker of its own: text of any kind never blocks the page.
import { Connection, type CallOptions } from '../engine/client';
import { start } from '../engine/spawn';
import type { Lab } from '../lab/types';
import type { Problem } from '../lab/compile';
import type { Folder } from './folder';
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
}

class Client extends Connection<Compiler> {
  compile(folder: Folder, options?: CallOptions): Promise<Result> {
    return this.call('compile', [folder], options);
  }
}

export const compiler = new Client(start(workerUrl));
