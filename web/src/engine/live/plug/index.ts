// The only way to the power cuts, which are made in a worker of their own.
import { Connection, type CallOptions } from '../../client';
import { start } from '../../spawn';
import workerUrl from './worker?worker&url';
import type { Plug } from './protocol';

export * from './protocol';

/** Asks the worker: `ask('cut', …)`. It keeps nothing that a new one could not make again. */
export class Plugs extends Connection<Plug> {
  ask<M extends keyof Plug>(method: M, args: Parameters<Plug[M]>, options?: CallOptions): Promise<ReturnType<Plug[M]>> {
    return this.call(method, args, options);
  }
}

export const connect = (): Plugs => new Plugs(start(workerUrl));
