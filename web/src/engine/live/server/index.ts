// The only interface to the simulated file pool server, which lives in a separate worker and is lost with it.
import { Connection } from '../../client';
import { start } from '../../spawn';
import type { ServerApi } from './protocol';
import workerUrl from './worker?worker&url';

export * from './protocol';

export type ServerClient = Connection<ServerApi>;

export const connect = (lost: () => void): ServerClient => new Connection(start(workerUrl), lost);
