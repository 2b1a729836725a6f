import type { cacheEvents, phases } from '../../generated/disk-path';
import type { GuestView } from '../../pkg/disk-path-rest/pathlength_web';

export { phases } from '../../generated/disk-path';
export type { GuestView };

export type Phase = (typeof phases)[number];

export type Sharing = 'own' | 'shared' | 'scan';

/** A cache and its guests. Sizes are in units: a track, or eight pages. */
export interface CacheSettings {
  medium: 'eckd' | 'fba';
  /** Block of ECKD, in bytes. */
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
  /** KB of a unit. */
  unitKb: number;
  /** Requests that are done at the end of each phase, from the first one on. */
  ends: number[];
  /** For each phase and guest, the reads in it that found their unit in the cache, and those that did not. */
  hits: number[][];
  misses: number[][];
  /** For each request, in order, the index of what it did in `cacheEvents`, and the guest that asked. */
  kinds: Uint8Array;
  askers: Uint8Array;
}

/** A step of a request on one unit. */
export interface CacheStep {
  kind: (typeof cacheEvents)[number];
  /** The guest that asked; of an evicted unit, the guest that held it. */
  guest: number;
  slot: number | undefined;
  unit: number;
}

/** The cache after some requests. */
export interface CacheSnapshot {
  /** Requests done. */
  at: number;
  /** The phase of the last request. */
  phase: Phase;
  /** What the last request did, in turn. */
  steps: CacheStep[];
  guests: GuestView[];
  /** The guest that holds each slot; 255 for an empty one. */
  holders: Uint8Array;
  /** The unit of its file in each slot. */
  units: Uint32Array;
  /** 0 for the slot used last, 1 for the one before, and so on. */
  ages: Uint32Array;
}

/** The guest of an empty slot. */
export const nobody = 255;

/** Calls of the page. Each carries all of its input. */
export interface CacheApi {
  course(settings: CacheSettings): CacheTimeline;
  /** The cache after `at` requests. */
  picture(settings: CacheSettings, at: number): CacheSnapshot;
}
