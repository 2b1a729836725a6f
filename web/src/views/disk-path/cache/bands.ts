// The requests of a phase as cells in rows, drawn by outcome.
import { cacheEvents } from '../../../engine/generated/disk-path';
import type { CacheSettings, CacheTimeline } from '../../../engine/live/cache/protocol';

/** The outcome of a request, as shown to readers: a write to disk, a hit in the cache, or a read from disk. */
export const outcomes = ['write', 'hit', 'disk'] as const;
export type Outcome = (typeof outcomes)[number];

const outcomeOf = (kind: number | undefined): Outcome => {
  const event = cacheEvents[kind ?? -1];
  return event === 'write' || event === 'hit' ? event : 'disk';
};

/** The maximum number of requests with one cell each. */
export const MAX_CELLS = 256;

/**
 * Returns the requests of the guests that run a phase: each request with its index in the whole run and its outcome.
 */
export function requestsOf(course: CacheTimeline, settings: CacheSettings, phase: number): [number, Outcome][] {
  const requests: [number, Outcome][] = [];
  for (let at = course.ends[phase - 1] ?? 0; at < (course.ends[phase] ?? 0); at++) {
    if (settings.sharing === 'scan' && course.askers[at] !== 0) continue;
    requests.push([at, outcomeOf(course.kinds[at])]);
  }
  return requests;
}

/** The maximum and minimum pitch of cells, and the preferred maximum height of a phase, in pixels. */
const [MAX_PITCH, MIN_PITCH, HEIGHT] = [14, 6, 56];

/** Returns the largest pitch at which `count` cells fit into a width. */
export function cellPitch(count: number, width: number): number {
  for (let pitch = MAX_PITCH; pitch > MIN_PITCH; pitch--)
    if (Math.ceil(count / Math.max(1, Math.floor(width / pitch))) * pitch <= HEIGHT) return pitch;
  return MIN_PITCH;
}

/**
 * Draws cells at the given positions in rows of `columns`. The shape shows the outcome, too: a hit is a full cell, a
 * read from disk an outline, and a write the lower half.
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
