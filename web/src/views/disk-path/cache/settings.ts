import type { CacheSettings } from '../../../engine/live/cache/protocol';

/** The limits of the numeric fields: whole numbers. */
export const limits = {
  cacheUnits: { min: 0, max: 256, what: 'cache slots' },
  fileUnits: { min: 1, max: 512, what: 'file units' },
  scanRate: { min: 1, max: 16, what: 'units for the scanning guest' },
} as const;
export type LimitedField = keyof typeof limits;

export const MAX_GUESTS = 6;

/** Returns the problem with a value and its remedy; empty if the value is valid. */
export function problemOf(field: LimitedField, value: number | null | undefined): string {
  const { min, max, what } = limits[field];
  const isValid = Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
  return isValid ? '' : `Choose a whole number of ${what} from ${min} to ${max}.`;
}

/** The choices of minidisks with their titles. */
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

const base: CacheSettings = {
  medium: 'eckd',
  blockBytes: 4096,
  cacheUnits: 24,
  fileUnits: 24,
  guests: 1,
  sharing: 'own',
  scanRate: 4,
  fairShare: true,
};

/** Settings that demonstrate one effect, and the points to watch for. */
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
    watch: 'The initial read fills the cache, slot by slot. Continue into the reread: the disk stays idle.',
    settings: base,
  },
  {
    id: 'cliff',
    title: 'One track too many',
    watch:
      'The file has one track more than the cache has slots. Run to the end of the read, then step: each track that is read next has just been evicted.',
    settings: { ...base, fileUnits: 25 },
  },
  {
    id: 'shared',
    title: 'Four guests, one minidisk',
    watch: 'The first guest to read a track caches it for all: the other three get hits, even in the initial read.',
    settings: { ...base, guests: 4, sharing: 'shared' },
  },
  {
    id: 'held',
    title: 'A scanning neighbor, limited',
    watch:
      'Guest B streams through data that it never reads again. Its fair share limits it to half of the slots: A’s file stays cached.',
    settings: { ...base, cacheUnits: 48, guests: 2, sharing: 'scan' },
  },
  {
    id: 'unlimited',
    title: 'The same neighbor, unlimited',
    watch:
      'Only the fair share differs: both guests have OPTION NOMDCFS. B floods the cache, and A’s reread gets no hits.',
    settings: { ...base, cacheUnits: 48, guests: 2, sharing: 'scan', fairShare: false },
  },
];

const same = (a: CacheSettings, b: CacheSettings): boolean =>
  (Object.keys(a) as (keyof CacheSettings)[]).every((key) => a[key] === b[key]);

/** Returns the lesson with these settings; undefined if no lesson has them. */
export const lessonOf = (settings: CacheSettings): Lesson | undefined =>
  lessons.find((lesson) => same(lesson.settings, settings));
