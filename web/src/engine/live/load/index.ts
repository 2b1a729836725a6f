// The only access to observed runs of the load, which proceed in a separate worker.
import { Connection } from '../../client';
import { start } from '../../spawn';
import type { LoadApi } from './protocol';
import workerUrl from './worker?worker&url';

export * from './protocol';

/** Calls the worker: `ask('advance', …)`. Its runs are lost with the worker. */
export class LoadClient extends Connection<LoadApi> {
  ask<M extends keyof LoadApi>(method: M, ...args: Parameters<LoadApi[M]>): Promise<ReturnType<LoadApi[M]>> {
    return this.call(method, args);
  }
}

export const connect = (lost: () => void): LoadClient => new LoadClient(start(workerUrl), lost);
