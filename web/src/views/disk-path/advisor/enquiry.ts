// What readers tell of their work, and what is wrong with it.
import type { Enquiry, Limit } from '../../../engine';

/** The fields that are numbers, with what they may be. */
export const numbers = {
  read: { title: 'The share of KB that are read', least: 0, greatest: 100, whole: false, unit: '%' },
  reread: { title: 'The share of reads that are rereads', least: 0, greatest: 100, whole: false, unit: '%' },
  initial: { title: 'The share of writes that make new files', least: 0, greatest: 100, whole: false, unit: '%' },
  throughput: { title: 'How much throughput counts', least: 0, greatest: 100, whole: false, unit: '' },
  cpu: { title: 'How much processor time counts', least: 0, greatest: 100, whole: false, unit: '' },
  cache: { title: 'The size of the minidisk cache', least: 0, greatest: 8192, whole: false, unit: 'MB' },
  file: { title: 'The size of a file', least: 1, greatest: 4096, whole: false, unit: 'MB' },
  guests: { title: 'The number of guests', least: 1, greatest: 16, whole: true, unit: '' },
} as const;

export type NumberName = keyof typeof numbers;

/** Block sizes that a file system can have, in bytes. */
export const blocks = [512, 1024, 2048, 4096] as const;

/** What the guests that use the cache have in common. */
export const sharings = [
  { word: 'own', title: 'each with a file of its own' },
  { word: 'shared', title: 'all reading one shared minidisk' },
  { word: 'scan', title: 'one at this work, the others reading other data once' },
] as const;

/** What a site cannot do, or will not do without. */
export const limits: readonly { limit: Limit; title: string }[] = [
  { limit: 'minidisk', title: 'It must be a minidisk, to be shared, backed up or managed by z/VM' },
  { limit: 'no_fcp', title: 'There is no FCP channel' },
  { limit: 'no_eckd', title: 'There are no ECKD disks on a FICON channel' },
  { limit: 'no_diagnose', title: 'Linux has no driver for Diagnose X’250’' },
];

/** A reader's work. A field that is empty or holds no number is null. */
export interface Work extends Record<NumberName, number | null | undefined> {
  block: number;
  /** Whether the cache has a size; otherwise all rereads find their data there. */
  limited: boolean;
  sharing: (typeof sharings)[number]['word'];
  limits: Record<Limit, boolean>;
}

export const begin = (): Work => ({
  read: 70,
  reread: 40,
  initial: 50,
  throughput: 1,
  cpu: 2,
  cache: 512,
  file: 800,
  guests: 1,
  block: 4096,
  limited: false,
  sharing: 'own',
  limits: { minidisk: false, no_fcp: false, no_eckd: false, no_diagnose: false },
});

/** The fields that matter only where the cache has a size. */
const ofCache: readonly NumberName[] = ['cache', 'file', 'guests'];

/** What is wrong, and what to do, by the fields. */
export function problemsOf(work: Work): Partial<Record<NumberName, string>> {
  const problems: Partial<Record<NumberName, string>> = {};
  for (const name of Object.keys(numbers) as NumberName[]) {
    if (!work.limited && ofCache.includes(name)) continue;
    const { title, least, greatest, whole, unit } = numbers[name];
    const value = work[name] ?? NaN;
    if (value >= least && value <= greatest && (!whole || Number.isInteger(value))) continue;
    const range = `from ${least.toLocaleString('en')} to ${greatest.toLocaleString('en')}${unit && ` ${unit}`}`;
    problems[name] = `${title} must be a ${whole ? 'whole ' : ''}number ${range}.`;
  }
  if (work.throughput === 0 && work.cpu === 0)
    problems.cpu = 'Throughput or processor time must count: give one of them a number above 0.';
  return problems;
}

/** The engine's question; of work that has no problems. */
export function enquiryOf(work: Work): Enquiry {
  const number = (name: NumberName): number => work[name] ?? NaN;
  const cache = {
    cache_mb: number('cache'),
    file_mb: number('file'),
    guests: number('guests'),
    sharing: work.sharing,
  };
  return {
    work: {
      read_share: number('read'),
      reread_share: number('reread'),
      initial_share: number('initial'),
      block_bytes: work.block,
      ...(work.limited && cache),
    },
    throughput: number('throughput'),
    cpu: number('cpu'),
    limits: limits.filter(({ limit }) => work.limits[limit]).map(({ limit }) => limit),
  };
}
