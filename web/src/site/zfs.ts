// What the parts of the zFS page agree on: the workloads, the configurations and their order.
import { rowNumbers } from '../lab/cells';
import type { Lab, Scenario } from '../lab/types';

export const workloads = [
  { id: 'ptestDL2', does: 'lookups only' },
  { id: 'ptestDL', does: 'lookups and directory reads' },
  { id: 'ptestDU', does: 'creates, updates, removes, reads and searches' },
] as const;

export const plexes = [
  { id: 'monoplex', name: 'monoplex', at: 'a monoplex' },
  { id: 'client', name: 'sysplex client', at: 'a sysplex client' },
] as const;

/** The three configurations measured on the z9, in the order of their series. */
export const configurations = [
  { name: 'R13, v4', release: 'R13', format: 'v4' },
  { name: 'V2R1, v4', release: 'V2R1', format: 'v4' },
  { name: 'V2R1, v5', release: 'V2R1', format: 'v5' },
] as const;

export type Workload = (typeof workloads)[number]['id'];
export type Plex = (typeof plexes)[number]['id'];

export const machines = { first: 'z9', second: 'z196' } as const;

/** The directory sizes that were measured with a workload on the first machine. */
export const measuredSizes = (lab: Lab): number[] =>
  rowNumbers(lab.tables.find(({ scenario }) => scenario['machine'] === machines.first));

export const scenario = (workload: string, plex: string, configuration: number, names?: number): Scenario => {
  const { release, format } = configurations[configuration] ?? configurations[0];
  return { workload, machine: machines.first, plex, release, format, ...(names !== undefined && { names }) };
};
