// The only way to the file pool server to watch, which runs in a worker of its own.
import { Connection } from '../../client';
import { start } from '../../spawn';
import workerUrl from './worker?worker&url';
import type { Live } from './protocol';

export * from './protocol';

/** Asks the worker: `ask('advance', …)`. A worker that is lost takes its server with it. */
export class Servers extends Connection<Live> {
  ask<M extends keyof Live>(method: M, ...args: Parameters<Live[M]>): Promise<ReturnType<Live[M]>> {
    return this.call(method, args);
  }
}

export const connect = (lost: () => void): Servers => new Servers(start(workerUrl), lost);
