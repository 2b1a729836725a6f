// The only access to recoveries and fragmentation, which run in a separate worker.
import { Connection, type CallOptions } from '../../client';
import { start } from '../../spawn';
import type { RecoveryApi } from './protocol';
import workerUrl from './worker?worker&url';

export * from './protocol';

/** Calls the worker. Every call carries all of its input, so a lost worker is replaced without notice. */
export class RecoveryClient extends Connection<RecoveryApi> {
  ask<M extends keyof RecoveryApi>(
    method: M,
    args: Parameters<RecoveryApi[M]>,
    options?: CallOptions,
  ): Promise<ReturnType<RecoveryApi[M]>> {
    return this.call(method, args, options);
  }
}

export const connect = (): RecoveryClient => new RecoveryClient(start(workerUrl));
