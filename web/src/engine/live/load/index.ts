// The only way to runs of the load that are watched, which go on in a worker of their own.
import { Connection } from '../../client';
import { start } from '../../spawn';
import type { Live } from './protocol';
import workerUrl from './worker?worker&url';

export * from './protocol';

/** Asks the worker: `ask('advance', …)`. A worker that is lost takes its runs with it. */
export class Loads extends Connection<Live> {
  ask<M extends keyof Live>(method: M, ...args: Parameters<Live[M]>): Promise<ReturnType<Live[M]>> {
    return this.call(method, args);
  }
}

export const connect = (lost: () => void): Loads => new Loads(start(workerUrl), lost);
