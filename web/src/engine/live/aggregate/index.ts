// The only interface to plans and aggregates, which live in a separate worker and are lost with it.
import { Connection } from '../../client';
import { start } from '../../spawn';
import type { AggregateApi } from './protocol';
import workerUrl from './worker?worker&url';

export * from './protocol';

export type AggregateClient = Connection<AggregateApi>;

export const connect = (lost: () => void): AggregateClient => new Connection(start(workerUrl), lost);
