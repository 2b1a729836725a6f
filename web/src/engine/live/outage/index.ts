// The only interface to recoveries and fragmentation. Every call carries all of its input, so a lost worker is replaced
// without notice.
import { Connection } from '../../client';
import { start } from '../../spawn';
import type { RecoveryApi } from './protocol';
import workerUrl from './worker?worker&url';

export * from './protocol';

export type RecoveryClient = Connection<RecoveryApi>;

export const connect = (): RecoveryClient => new Connection(start(workerUrl));
