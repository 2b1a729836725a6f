// The only way to plans and aggregates, which run in a worker of their own.
import { Connection, type CallOptions } from '../../client';
import { start } from '../../spawn';
import workerUrl from './worker?worker&url';
import type { Live } from './protocol';

export * from './protocol';

/** Asks the worker: `ask('convert', ['/u', 'v5'])`. A worker that is lost takes its aggregate with it. */
export class Aggregates extends Connection<Live> {
  ask<M extends keyof Live>(method: M, args: Parameters<Live[M]>, options?: CallOptions): Promise<ReturnType<Live[M]>> {
    return this.call(method, args, options);
  }
}

export const connect = (lost: () => void): Aggregates => new Aggregates(start(workerUrl), lost);
