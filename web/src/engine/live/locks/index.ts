// The only interface to shared directories. Every call carries all of its input, so a lost worker is replaced without
// notice.
import { Connection } from '../../client';
import { start } from '../../spawn';
import type { LocksApi } from './protocol';
import workerUrl from './worker?worker&url';

export * from './protocol';

export type LocksClient = Connection<LocksApi>;

export const connect = (): LocksClient => new Connection(start(workerUrl));
