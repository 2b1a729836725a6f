// The only way to recoveries and fragmentation, which run in a worker of their own.
import { Connection, type CallOptions } from '../../client';
import { start } from '../../spawn';
import type { Live } from './protocol';
import workerUrl from './worker?worker&url';

export * from './protocol';

/** Asks the worker. Every question says all that it is about, so a worker that is lost is replaced unnoticed. */
export class Outages extends Connection<Live> {
  ask<M extends keyof Live>(method: M, args: Parameters<Live[M]>, options?: CallOptions): Promise<ReturnType<Live[M]>> {
    return this.call(method, args, options);
  }
}

export const connect = (): Outages => new Outages(start(workerUrl));
