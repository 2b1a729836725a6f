// The only interface to the simulated network of a lab, which lives in a separate worker and is lost with it.
import { Connection } from '../../client';
import { start } from '../../spawn';
import type { NetworkApi } from './protocol';
import workerUrl from './worker?worker&url';

export * from './protocol';

export type NetworkClient = Connection<NetworkApi>;

export const connect = (lost: () => void): NetworkClient => new Connection(start(workerUrl), lost);
