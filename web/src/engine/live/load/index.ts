// The only interface to observed runs of the load, which live in a separate worker and are lost with it.
import { Connection } from '../../client';
import { start } from '../../spawn';
import type { LoadApi } from './protocol';
import workerUrl from './worker?worker&url';

export * from './protocol';

export type LoadClient = Connection<LoadApi>;

export const connect = (lost: () => void): LoadClient => new Connection(start(workerUrl), lost);
