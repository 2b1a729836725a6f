// The only interface to crash experiments. Every call carries all of its input, so a lost worker is replaced without
// notice.
import { Connection } from '../../client';
import { start } from '../../spawn';
import type { CrashApi } from './protocol';
import workerUrl from './worker?worker&url';

export * from './protocol';

export type CrashClient = Connection<CrashApi>;

export const connect = (): CrashClient => new Connection(start(workerUrl));
