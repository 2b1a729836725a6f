import { count } from '../../../charts/format';
import {
  nobody,
  phases,
  type CacheSettings,
  type Course,
  type Phase,
  type Picture,
} from '../../../engine/live/cache/protocol';

/** Guests by letters, from A. */
export const letter = (guest: number): string => String.fromCharCode(65 + guest);

/** What a slot holds, in one word. */
export const unitWord = ({ medium }: CacheSettings): string => (medium === 'eckd' ? 'track' : 'unit');

/** So many units, in words. */
export const unitsOf = (settings: CacheSettings, number: number): string =>
  `${count(number)} ${unitWord(settings)}${number === 1 ? '' : 's'}`;

export const percent = (part: number): string => `${Math.round(100 * part)} %`;

/** What the last request came to, in a word or two. */
export function verdict({ steps }: Picture): string {
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

/** What the last request did, in a sentence or two. */
export function sentence(picture: Picture, settings: CacheSettings): string {
  const { steps, guests, holders } = picture;
  const last = steps.at(-1);
  if (!last) return 'Nothing has been asked yet, and the cache is empty.';
  const word = unitWord(settings);
  const asker = guests[last.guest];
  const who = `Guest ${letter(last.guest)}`;
  const file = asker?.scans
    ? 'data that it never reads again'
    : settings.sharing === 'shared'
      ? 'the minidisk'
      : 'its file';
  const what = `${word} ${count(last.unit + 1)} of ${file}`;
  const slot = last.slot === undefined ? '' : `slot ${count(last.slot + 1)}`;
  switch (last.kind) {
    case 'write':
      return `${who} writes ${what} to disk. ${
        slot ? `The copy in ${slot} is written too.` : `The cache has no copy of it, and a write makes none.`
      }`;
    case 'hit': {
      const holder = holders[last.slot ?? 0] ?? nobody;
      const thanks = holder === last.guest ? '' : `, where guest ${letter(holder)} has brought it`;
      return `${who} reads ${what}. It is in ${slot}${thanks}: the disk is not asked.`;
    }
    case 'bypass':
      return `${who} reads ${what} from disk, past the cache: ${
        settings.cacheUnits === 0 ? 'there are no slots' : 'its fair share is less than one slot'
      }.`;
    default: {
      const gone = steps.find(({ kind }) => kind === 'evicted');
      const read = `${who} reads ${what}. It is not in the cache, so it is read from disk into ${slot}`;
      if (!gone) return `${read}, which was empty.`;
      const own = gone.guest === last.guest;
      const limited = settings.fairShare && settings.guests > 1 && own && (asker?.held ?? 0) >= (asker?.share ?? 0);
      const whose = own ? 'its own' : `guest ${letter(gone.guest)}’s`;
      const why = limited
        ? 'used least recently of those it holds, and it holds its fair share'
        : 'used least recently of all';
      return `${read}. There ${whose} ${word} ${count(gone.unit + 1)} has to go: ${why}.`;
    }
  }
}

/** Which phase a request belongs to: the first of `at` requests is number 1. */
export const phaseAt = ({ ends }: Course, at: number): number =>
  Math.max(
    0,
    ends.findIndex((end) => at <= end),
  );

/** Where the phase ends that comes after `at` requests. */
export const nextEnd = ({ ends }: Course, at: number): number => ends.find((end) => end > at) ?? at;

/**
 * What part of a guest's reads in a phase came from the cache; nothing before the phase has any. Without a guest, of
 * all that run the phases.
 */
export function hitRatio(course: Course, picture: Picture, phase: Phase, guest?: number): number | undefined {
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

/** What the end of a phase came to, as another sentence; empty within a phase. */
export function summary(course: Course, picture: Picture): string {
  const phase = phases[course.ends.indexOf(picture.at)];
  if (!phase) return '';
  const ratio = hitRatio(course, picture, phase);
  return ` The ${phase} is over${ratio === undefined ? '' : `: ${percent(ratio)} of it came from the cache`}.`;
}

/** How recently a slot was used: 0 for the most recent fifth of those in use, 4 for the least recent. */
export const fifth = (age: number, used: number): number => Math.min(4, Math.floor((5 * age) / Math.max(1, used)));

/** Units of a file that a guest has brought into the cache. */
export interface Cached {
  holder: number;
  units: number[];
}

/** What of a guest's file is in the cache. With one minidisk for all, everybody's file is the same. */
export function cachedOf(picture: Picture, settings: CacheSettings, guest: number): Cached[] {
  const all = picture.guests.map((_, holder): Cached => ({ holder, units: [] }));
  picture.holders.forEach((holder, slot) => all[holder]?.units.push(picture.units[slot] ?? 0));
  return all.filter(({ holder, units }) => units.length > 0 && (settings.sharing === 'shared' || holder === guest));
}
