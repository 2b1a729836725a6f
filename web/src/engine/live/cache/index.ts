// The only interface to minidisk caches. Every call carries all of its input, so a lost worker is replaced without
// notice.
import { Connection } from '../../client';
import { start } from '../../spawn';
import type { CacheApi } from './protocol';
import workerUrl from './worker?worker&url';

export * from './protocol';

export type CacheClient = Connection<CacheApi>;

export const connect = (): CacheClient => new Connection(start(workerUrl));
