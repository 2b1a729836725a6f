import { count, short } from '../../charts/format';

/** A file system to compare, identified by its name in the engine. */
export interface System {
  policy: string;
  title: string;
  /** The file system's name in the source's tables. */
  source: string;
  /** The file system's series in every chart. */
  series: number;
}

export const systems: readonly System[] = [
  { policy: 'ext2', title: 'ext2', source: 'ext2', series: 0 },
  { policy: 'writeback', title: 'ext3, writeback', source: 'ext3', series: 1 },
  { policy: 'ordered', title: 'ext3, ordered', source: 'ext3', series: 1 },
  { policy: 'journal', title: 'ext3, journal', source: 'ext3', series: 5 },
  { policy: 'reiserfs', title: 'ReiserFS', source: 'ReiserFS', series: 4 },
  { policy: 'jfs', title: 'JFS', source: 'JFS', series: 2 },
  { policy: 'xfs', title: 'XFS', source: 'XFS', series: 3 },
];

export const titleOf = (policy: string): string => systems.find((system) => system.policy === policy)?.title ?? policy;

/** Formats a time in seconds, minutes, or hours. */
export function duration(seconds: number): string {
  if (!Number.isFinite(seconds)) return '–';
  if (seconds < 100) return `${Number(seconds.toPrecision(2))} s`;
  if (seconds < 5400) return `${short(Math.round(seconds / 60))} min`;
  return `${short(Number((seconds / 3600).toPrecision(2)))} h`;
}

const [minute, hour, day] = [60, 3600, 86_400];

/** Times for ticks on a logarithmic axis, in seconds. */
export const clockTicks: readonly number[] = [
  ...[0.01, 0.1, 1, 10],
  ...[minute, 10 * minute],
  ...[hour, 6 * hour],
  ...[day, 7 * day, 30 * day],
];

/** Formats a time as a tick label. */
export function tickTime(seconds: number): string {
  const [size, unit] = (
    [
      [day, 'd'],
      [hour, 'h'],
      [minute, 'min'],
    ] as const
  ).find(([size]) => seconds >= size) ?? [1, 's'];
  return `${short(seconds / size)} ${unit}`;
}

/** The size of the file system whose recovery times the talk reported, in GiB. */
export const talkGib = 96;

/** Formats a range of times; if both have the same unit, it appears only once. */
export function range(least: number, most: number): string {
  const [from, to] = [duration(least), duration(most)];
  if (from === to) return from;
  const [fromUnit, toUnit] = [from, to].map((text) => text.split(' ')[1]);
  return `${fromUnit === toUnit ? from.split(' ')[0] : from} to ${to}`;
}

/** Formats a file system size. */
export const gib = (size: number): string => (size >= 1024 ? `${short(size / 1024)} TiB` : `${count(size)} GiB`);
