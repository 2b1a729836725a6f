// The reader's workload, its limits, and the engine's request.
import type { Enquiry, Limit } from '../../../engine';

/** The numeric fields with their limits. */
export const numbers = {
  read: { title: 'The share of KB read', min: 0, max: 100, whole: false, unit: '%' },
  reread: { title: 'The share of reads that are rereads', min: 0, max: 100, whole: false, unit: '%' },
  initial: { title: 'The share of writes that make new files', min: 0, max: 100, whole: false, unit: '%' },
  throughput: { title: 'The weight of throughput', min: 0, max: 100, whole: false, unit: '' },
  cpu: { title: 'The weight of CPU time', min: 0, max: 100, whole: false, unit: '' },
  cache: { title: 'The size of the minidisk cache', min: 0, max: 8192, whole: false, unit: 'MB' },
  file: { title: 'The size of a file', min: 1, max: 4096, whole: false, unit: 'MB' },
  guests: { title: 'The number of guests', min: 1, max: 16, whole: true, unit: '' },
} as const;

export type NumberName = keyof typeof numbers;

/** Block sizes that a file system can have, in bytes. */
export const blocks = [512, 1024, 2048, 4096] as const;

/** How the guests share the cache. */
export const sharings = [
  { word: 'own', title: 'each with a separate file' },
  { word: 'shared', title: 'all reading one shared minidisk' },
  { word: 'scan', title: 'one with this workload, the others reading other data once' },
] as const;

/** Constraints of a site. */
export const limits: readonly { limit: Limit; title: string }[] = [
  { limit: 'minidisk', title: 'Must be a minidisk, to be shared, backed up, or managed by z/VM' },
  { limit: 'no_fcp', title: 'No FCP channel' },
  { limit: 'no_eckd', title: 'No ECKD disks on a FICON channel' },
  { limit: 'no_diagnose', title: 'No Linux driver for Diagnose X’250’' },
];

/** The reader's workload. A field that is empty or not a number is null. */
export interface Workload extends Record<NumberName, number | null | undefined> {
  block: number;
  /** Whether the cache has a limited size; otherwise, all rereads are hits. */
  isCacheLimited: boolean;
  sharing: (typeof sharings)[number]['word'];
  limits: Record<Limit, boolean>;
}

export const initialWorkload = (): Workload => ({
  read: 70,
  reread: 40,
  initial: 50,
  throughput: 1,
  cpu: 2,
  cache: 512,
  file: 800,
  guests: 1,
  block: 4096,
  isCacheLimited: false,
  sharing: 'own',
  limits: { minidisk: false, no_fcp: false, no_eckd: false, no_diagnose: false },
});

/** The fields that apply only if the cache has a limited size. */
const cacheFields: readonly NumberName[] = ['cache', 'file', 'guests'];

/** Returns the problems by field, each with its remedy. */
export function problemsOf(workload: Workload): Partial<Record<NumberName, string>> {
  const problems: Partial<Record<NumberName, string>> = {};
  for (const name of Object.keys(numbers) as NumberName[]) {
    if (!workload.isCacheLimited && cacheFields.includes(name)) continue;
    const { title, min, max, whole, unit } = numbers[name];
    const value = workload[name] ?? NaN;
    if (value >= min && value <= max && (!whole || Number.isInteger(value))) continue;
    const range = `from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}${unit && ` ${unit}`}`;
    problems[name] = `${title} must be a ${whole ? 'whole ' : ''}number ${range}.`;
  }
  if (workload.throughput === 0 && workload.cpu === 0)
    problems.cpu = 'Both weights are 0: give throughput or CPU time a weight above 0.';
  return problems;
}

/** Returns the engine's request for a workload without problems. */
export function requestOf(workload: Workload): Enquiry {
  const number = (name: NumberName): number => workload[name] ?? NaN;
  const cache = {
    cache_mb: number('cache'),
    file_mb: number('file'),
    guests: number('guests'),
    sharing: workload.sharing,
  };
  return {
    work: {
      read_share: number('read'),
      reread_share: number('reread'),
      initial_share: number('initial'),
      block_bytes: workload.block,
      ...(workload.isCacheLimited && cache),
    },
    throughput: number('throughput'),
    cpu: number('cpu'),
    limits: limits.filter(({ limit }) => workload.limits[limit]).map(({ limit }) => limit),
  };
}
