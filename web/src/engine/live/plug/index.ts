// The only access to crash experiments, which run in a separate worker.
import { Connection, type CallOptions } from '../../client';
import { start } from '../../spawn';
import workerUrl from './worker?worker&url';
import type { CrashApi } from './protocol';

export * from './protocol';

/** Calls the worker: `ask('crash', …)`. It keeps no state that a new worker could not compute again. */
export class CrashClient extends Connection<CrashApi> {
  ask<M extends keyof CrashApi>(
    method: M,
    args: Parameters<CrashApi[M]>,
    options?: CallOptions,
  ): Promise<ReturnType<CrashApi[M]>> {
    return this.call(method, args, options);
  }
}

export const connect = (): CrashClient => new CrashClient(start(workerUrl));
