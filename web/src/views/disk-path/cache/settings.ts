import type { CacheSettings } from '../../../engine/live/cache/protocol';

/** What a reader may write into a field: whole numbers between these. */
export const limits = {
  cacheUnits: { least: 0, greatest: 256, what: 'slots of the cache' },
  fileUnits: { least: 1, greatest: 512, what: 'units of the file' },
  scanRate: { least: 1, greatest: 16, what: 'units that a scanning guest reads' },
} as const;
export type Limited = keyof typeof limits;

export const mostGuests = 6;

/** What is wrong with a field, and what to do; empty if it is sound. */
export function wrong(field: Limited, value: number | null | undefined): string {
  const { least, greatest, what } = limits[field];
  const sound = Number.isInteger(value) && Number(value) >= least && Number(value) <= greatest;
  return sound ? '' : `Choose a whole number of ${what} from ${least} to ${greatest}.`;
}

/** Minidisks to choose from, and their words. */
export const media = [
  ['4096', 'ECKD, 4,096-byte blocks'],
  ['2048', 'ECKD, 2,048-byte blocks'],
  ['1024', 'ECKD, 1,024-byte blocks'],
  ['512', 'ECKD, 512-byte blocks'],
  ['fba', 'FBA, 512-byte blocks'],
] as const;

export const mediumOf = ({ medium, blockBytes }: CacheSettings): string =>
  medium === 'fba' ? medium : String(blockBytes);

export const withMedium = (settings: CacheSettings, chosen: string): CacheSettings =>
  chosen === 'fba' ? { ...settings, medium: 'fba' } : { ...settings, medium: 'eckd', blockBytes: Number(chosen) };

const first: CacheSettings = {
  medium: 'eckd',
  blockBytes: 4096,
  cacheUnits: 24,
  fileUnits: 24,
  guests: 1,
  sharing: 'own',
  scanRate: 4,
  fairShare: true,
};

/** Settings that show something, and what to look out for. */
export interface Lesson {
  id: string;
  title: string;
  watch: string;
  settings: CacheSettings;
}

export const lessons: readonly [Lesson, ...Lesson[]] = [
  {
    id: 'fits',
    title: 'The file fits',
    watch: 'The initial read fills the cache, slot by slot. Run on into the reread: the disk has nothing more to do.',
    settings: first,
  },
  {
    id: 'cliff',
    title: 'One track too many',
    watch:
      'One track more than there are slots. Run to the end of the read, then step on: what is asked for next has just been thrown out, again and again.',
    settings: { ...first, fileUnits: 25 },
  },
  {
    id: 'shared',
    title: 'Four guests, one minidisk',
    watch: 'Whoever comes first to a track fills it for all: the other three find it there, even in the initial read.',
    settings: { ...first, guests: 4, sharing: 'shared' },
  },
  {
    id: 'held',
    title: 'A scanning neighbour, held back',
    watch:
      'Guest B streams through data that it never reads again. Its fair share stops it at half of the slots: A’s file stays.',
    settings: { ...first, cacheUnits: 48, guests: 2, sharing: 'scan' },
  },
  {
    id: 'unlimited',
    title: 'The same neighbour, unlimited',
    watch:
      'Nothing but the fair share is changed: both guests have OPTION NOMDCFS. B floods the cache, and A’s reread finds nothing of its file.',
    settings: { ...first, cacheUnits: 48, guests: 2, sharing: 'scan', fairShare: false },
  },
];

const same = (a: CacheSettings, b: CacheSettings): boolean =>
  (Object.keys(a) as (keyof CacheSettings)[]).every((key) => a[key] === b[key]);

/** The lesson that has these settings, if any. */
export const lessonOf = (settings: CacheSettings): Lesson | undefined =>
  lessons.find((lesson) => same(lesson.settings, settings));
