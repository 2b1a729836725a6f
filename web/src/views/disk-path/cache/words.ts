import { count } from '../../../charts/format';
import {
  nobody,
  phases,
  type CacheSettings,
  type CacheTimeline,
  type Phase,
  type CacheSnapshot,
} from '../../../engine/live/cache/protocol';

/** Returns the letter of a guest, from A. */
export const letter = (guest: number): string => String.fromCharCode(65 + guest);

/** Returns the word for the contents of a slot. */
export const unitWord = ({ medium }: CacheSettings): string => (medium === 'eckd' ? 'track' : 'unit');

/** Formats a number of units. */
export const unitsOf = (settings: CacheSettings, number: number): string =>
  `${count(number)} ${unitWord(settings)}${number === 1 ? '' : 's'}`;

export const percent = (fraction: number): string => `${Math.round(100 * fraction)} %`;

/** Returns the outcome of the last request in a few words. */
export function outcomeOf({ steps }: CacheSnapshot): string {
  const last = steps.at(-1);
  if (!last) return 'Nothing yet';
  const words = {
    hit: 'Hit',
    fill: steps.length > 1 ? 'Miss: replaced' : 'Miss: filled',
    evicted: 'Replaced',
    bypass: 'Miss: bypassed',
    write: 'Written to disk',
  };
  return words[last.kind];
}

/** Describes the last request. */
export function describeRequest(picture: CacheSnapshot, settings: CacheSettings): string {
  const { steps, guests, holders } = picture;
  const last = steps.at(-1);
  if (!last) return 'No request yet; the cache is empty.';
  const word = unitWord(settings);
  const asker = guests[last.guest];
  const subject = `Guest ${letter(last.guest)}`;
  const file = asker?.scans
    ? 'data that it never reads again'
    : settings.sharing === 'shared'
      ? 'the minidisk'
      : 'its file';
  const what = `${word} ${count(last.unit + 1)} of ${file}`;
  const slot = last.slot === undefined ? '' : `slot ${count(last.slot + 1)}`;
  switch (last.kind) {
    case 'write':
      return `${subject} writes ${what} to disk. ${
        slot ? `The copy in ${slot} is updated, too.` : `The cache has no copy, and writes do not allocate a slot.`
      }`;
    case 'hit': {
      const holder = holders[last.slot ?? 0] ?? nobody;
      const thanks = holder === last.guest ? '' : `, where guest ${letter(holder)} cached it`;
      return `${subject} reads ${what}. The ${word} is in ${slot}${thanks}: a hit without disk I/O.`;
    }
    case 'bypass':
      return `${subject} reads ${what} from disk and bypasses the cache: ${
        settings.cacheUnits === 0 ? 'there are no slots' : 'its fair share is less than one slot'
      }.`;
    default: {
      const evicted = steps.find(({ kind }) => kind === 'evicted');
      const read = `${subject} reads ${what}. The ${word} is not in the cache, so it is read from disk into ${slot}`;
      if (!evicted) return `${read}, which was empty.`;
      const own = evicted.guest === last.guest;
      const limited = settings.fairShare && settings.guests > 1 && own && (asker?.held ?? 0) >= (asker?.share ?? 0);
      const whose = own ? 'its own' : `guest ${letter(evicted.guest)}’s`;
      const why = limited
        ? 'the guest already holds its fair share, and this slot is its least recently used'
        : 'this slot is the least recently used of all';
      return `${read}. This evicts ${whose} ${word} ${count(evicted.unit + 1)}: ${why}.`;
    }
  }
}

/** Returns the phase of a request, counted from 1. */
export const phaseAt = ({ ends }: CacheTimeline, at: number): number =>
  Math.max(
    0,
    ends.findIndex((end) => at <= end),
  );

/** Returns the end of the phase after `at` requests. */
export const nextEnd = ({ ends }: CacheTimeline, at: number): number => ends.find((end) => end > at) ?? at;

/**
 * Returns the hit ratio of a guest's reads in a phase; without a guest, that of all guests that run the phases. Returns
 * undefined before the first read of the phase.
 */
export function hitRatio(
  course: CacheTimeline,
  picture: CacheSnapshot,
  phase: Phase,
  guest?: number,
): number | undefined {
  const which = phases.indexOf(phase);
  const now = phases.indexOf(picture.phase);
  if (which > now) return undefined;
  let [hits, reads] = [0, 0];
  picture.guests.forEach((view, at) => {
    if (guest === undefined ? view.scans : guest !== at) return;
    const found = which === now ? view.phase_hits : (course.hits[which]?.[at] ?? 0);
    const missed = which === now ? view.phase_misses : (course.misses[which]?.[at] ?? 0);
    hits += found;
    reads += found + missed;
  });
  return reads ? hits / reads : undefined;
}

/** Returns a sentence that summarizes the phase that has just ended; empty within a phase. */
export function summarizePhase(course: CacheTimeline, picture: CacheSnapshot): string {
  const phase = phases[course.ends.indexOf(picture.at)];
  if (!phase) return '';
  const ratio = hitRatio(course, picture, phase);
  return ` The ${phase} is over${ratio === undefined ? '' : `: ${percent(ratio)} of its data came from the cache`}.`;
}

/**
 * Returns how recently a slot was used: 0 for the most recently used fifth of the used slots, 4 for the least recently
 * used.
 */
export const ageClass = (age: number, used: number): number => Math.min(4, Math.floor((5 * age) / Math.max(1, used)));

/** Units of a file that a guest has loaded into the cache. */
export interface CachedUnits {
  holder: number;
  units: number[];
}

/** Returns the cached units of a guest's file. With one shared minidisk, all guests have the same file. */
export function cachedOf(picture: CacheSnapshot, settings: CacheSettings, guest: number): CachedUnits[] {
  const all = picture.guests.map((_, holder): CachedUnits => ({ holder, units: [] }));
  picture.holders.forEach((holder, slot) => all[holder]?.units.push(picture.units[slot] ?? 0));
  return all.filter(({ holder, units }) => units.length > 0 && (settings.sharing === 'shared' || holder === guest));
}
