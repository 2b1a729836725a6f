// Queueing networks that a page declares, solved without an open lab by the engine's module for networks.
import { startFirst } from './modules';
import type * as Network from './pkg/network/pathlength_web';

export { panic } from './panic';

/** Fetches and starts the module. */
export const openNetworks = (): Promise<Pick<typeof Network, 'OpenLab' | 'NetworkView'>> =>
  startFirst<typeof Network>('network');
