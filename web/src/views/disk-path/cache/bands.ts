// The requests of a phase as cells in rows, each drawn as what it did.
import { cacheEvents } from '../../../engine/generated/disk-path';
import type { CacheSettings, CacheTimeline } from '../../../engine/live/cache/protocol';

/** What a request did, as a reader sees it: it wrote to disk, found its unit in the cache, or read it from disk. */
export const outcomes = ['write', 'hit', 'disk'] as const;
export type Outcome = (typeof outcomes)[number];

const outcomeOf = (kind: number | undefined): Outcome => {
  const event = cacheEvents[kind ?? -1];
  return event === 'write' || event === 'hit' ? event : 'disk';
};

/** The number of cells up to which each request has one. */
export const MAX_CELLS = 256;

/** Returns the requests of a phase by the guests that run it: for each, its place in the whole run and its outcome. */
export function requestsOf(course: CacheTimeline, settings: CacheSettings, phase: number): [number, Outcome][] {
  const requests: [number, Outcome][] = [];
  for (let at = course.ends[phase - 1] ?? 0; at < (course.ends[phase] ?? 0); at++) {
    if (settings.sharing === 'scan' && course.askers[at] !== 0) continue;
    requests.push([at, outcomeOf(course.kinds[at])]);
  }
  return requests;
}

/** The most and the least room of a cell, and the height of a phase that is not exceeded without need, in pixels. */
const [MAX_PITCH, MIN_PITCH, HEIGHT] = [14, 6, 56];

/** Returns the largest room of a cell with which `count` of them fit into a width. */
export function cellPitch(count: number, width: number): number {
  for (let pitch = MAX_PITCH; pitch > MIN_PITCH; pitch--)
    if (Math.ceil(count / Math.max(1, Math.floor(width / pitch))) * pitch <= HEIGHT) return pitch;
  return MIN_PITCH;
}

/**
 * Draws cells at some places of a row of `columns`. The outcome is in the form too: a hit is a full cell, a read from disk
 * a frame, a write the lower half.
 */
export function cellsPath(places: readonly number[], outcome: Outcome, columns: number, pitch: number): string {
  const side = pitch - 2;
  const hole = side - 4;
  return places
    .map((place) => {
      const [x, y] = [(place % columns) * pitch, Math.floor(place / columns) * pitch];
      if (outcome === 'write') return `M${x} ${y + side / 2}h${side}v${side / 2}h${-side}z`;
      const full = `M${x} ${y}h${side}v${side}h${-side}z`;
      return outcome === 'hit' || hole <= 0 ? full : `${full}M${x + 2} ${y + 2}v${hole}h${hole}v${-hole}z`;
    })
    .join('');
}
