// The only way to the live directories, which are kept in a worker of their own.
import { Connection, type CallOptions } from '../client';
import { start } from '../spawn';
import workerUrl from './worker?worker&url';
import type { Live } from './protocol';

export * from './protocol';

/** Asks the worker of the live directories: `call('lookup', …)`. A worker that is lost takes its directories with it. */
export class Directories extends Connection<Live> {
  ask<M extends keyof Live>(method: M, args: Parameters<Live[M]>, options?: CallOptions): Promise<ReturnType<Live[M]>> {
    return this.call(method, args, options);
  }
}

export const connect = (lost: () => void): Directories => new Directories(start(workerUrl), lost);
