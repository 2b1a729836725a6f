// Descriptions of disks and of a power failure's effect on their writes, for all views that cut the power.
import type { disks, losses } from '../engine/generated/power-failure';

export type Disk = (typeof disks)[number];
export type Loss = (typeof losses)[number];

export const diskTitles: Readonly<Record<Disk, string>> = {
  'in-order': 'has no write cache',
  cached: 'has a write cache',
  'lost-flush': 'has a write cache and skips the last flush',
};

/** The effect of a power failure, as the end of a sentence about unflushed writes. */
export const lossTitles: Readonly<Record<Loss, string>> = {
  nothing: 'loses no issued write',
  oldest: 'loses the oldest unflushed write',
  alternate: 'loses every other unflushed write',
  all: 'loses all unflushed writes',
  torn: 'tears the newest write in half',
  rot: 'flips a bit in the log',
};
