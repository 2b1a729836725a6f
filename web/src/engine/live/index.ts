// The only interface to the two directories, which live in a separate worker and are lost with it.
import { Connection } from '../client';
import { start } from '../spawn';
import type { DirectoryApi } from './protocol';
import workerUrl from './worker?worker&url';

export * from './protocol';

export type DirectoryClient = Connection<DirectoryApi>;

export const connect = (lost: () => void): DirectoryClient => new Connection(start(workerUrl), lost);
