import type { cacheEvents, phases } from '../../generated/disk-path';
import type { GuestView } from '../../pkg/disk-path-rest/pathlength_web';

export { phases } from '../../generated/disk-path';
export type { GuestView };

export type Phase = (typeof phases)[number];

export type Sharing = 'own' | 'shared' | 'scan';

/** A cache and its guests. Sizes are in units: a track, or eight pages. */
export interface CacheSettings {
  medium: 'eckd' | 'fba';
  /** ECKD block size, in bytes. */
  blockBytes: number;
  cacheUnits: number;
  fileUnits: number;
  guests: number;
  sharing: Sharing;
  scanRate: number;
  fairShare: boolean;
}

/** A whole run in numbers. */
export interface CacheTimeline {
  /** Size of a unit in KB. */
  unitKb: number;
  /** Number of finished requests at the end of each phase, counted from the start of the run. */
  ends: number[];
  /** For each phase and guest, the number of reads that found their unit in the cache. */
  hits: number[][];
  /** For each phase and guest, the number of reads that did not find their unit in the cache. */
  misses: number[][];
  /** For each request, in order, an index into `cacheEvents`. */
  kinds: Uint8Array;
  /** For each request, in order, the guest that issued it. */
  askers: Uint8Array;
}

/** A step of a request, which concerns one unit. */
export interface CacheStep {
  kind: (typeof cacheEvents)[number];
  /** The guest that issued the request; for an evicted unit, the guest that held it. */
  guest: number;
  slot: number | undefined;
  unit: number;
}

/** The cache after some requests. */
export interface CacheSnapshot {
  /** Number of finished requests. */
  at: number;
  /** The phase of the last request. */
  phase: Phase;
  /** The steps of the last request, in order. */
  steps: CacheStep[];
  guests: GuestView[];
  /** The guest that holds each slot; 255 for an empty slot. */
  holders: Uint8Array;
  /** The unit in each slot, by its number in the file. */
  units: Uint32Array;
  /** The rank of each slot by last use: 0 for the most recently used slot, 1 for the next, and so on. */
  ages: Uint32Array;
}

/** The guest number of an empty slot. */
export const nobody = 255;

/** Methods for the page. Each call carries all of its input. */
export interface CacheApi {
  course(settings: CacheSettings): CacheTimeline;
  /** Returns the cache after `at` requests. */
  picture(settings: CacheSettings, at: number): CacheSnapshot;
}
