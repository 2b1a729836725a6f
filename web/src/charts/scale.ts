import { nice, ticks } from 'd3-array';

/** From a value to a place, with the values worth a tick and a grid line. */
export interface Scale {
  (value: number): number;
  /** From a place to its value. */
  invert: (place: number) => number;
  domain: readonly [number, number];
  ticks: number[];
  /** Ticks without a number, between the others. */
  minor: number[];
}

type Pair = readonly [number, number];

/** A tenth of a pixel is finer than any eye and keeps drawings short. */
const tenth = (place: number): number => Math.round(place * 10) / 10;

export function linear(domain: Pair, range: Pair, count = 5): Scale {
  const [a, b] = domain;
  const slope = (range[1] - range[0]) / (b - a || 1);
  const place = (value: number): number => tenth(range[0] + (value - a) * slope);
  const invert = (place: number): number => a + (place - range[0]) / slope;
  return Object.assign(place, { invert, domain, ticks: ticks(Math.min(a, b), Math.max(a, b), count), minor: [] });
}

/** Equal factors take equal room. Ticks at powers of ten, thinned out to `count` or filled in with 2 and 5. */
export function log(domain: Pair, range: Pair, count = 8): Scale {
  const [a, b] = [Math.log10(domain[0]), Math.log10(domain[1])];
  const slope = (range[1] - range[0]) / (b - a || 1);
  const place = (value: number): number => tenth(range[0] + (Math.log10(value) - a) * slope);
  const within = (value: number): boolean => value >= domain[0] * 0.999 && value <= domain[1] * 1.001;
  const decades: number[] = [];
  for (let e = Math.floor(a); e <= Math.ceil(b); e++) decades.push(10 ** e);
  const major = decades.filter(within);
  const steps = (factors: number[]): number[] => decades.flatMap((d) => factors.map((f) => d * f)).filter(within);
  const filled = major.length <= 2 ? steps([1, 2, 5]) : major;
  const every = Math.ceil(filled.length / count);
  const shown = filled.filter((_, index) => index % every === 0);
  const minor = steps([1, 2, 3, 4, 5, 6, 7, 8, 9]).filter((value) => !shown.includes(value));
  const invert = (place: number): number => 10 ** (a + (place - range[0]) / slope);
  return Object.assign(place, { invert, domain, ticks: shown, minor });
}

/** The powers of ten that hold every positive value, or a decade around nothing. */
export function decades(values: Iterable<number>): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (!(value > 0) || !Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) return [1, 10];
  const floor = 10 ** Math.floor(Math.log10(low) + 1e-9);
  const ceiling = 10 ** Math.ceil(Math.log10(high) - 1e-9);
  return [floor, ceiling > floor ? ceiling : floor * 10];
}

/** As [`decades`], but no wider than to the next 1, 2 or 5 of a decade. */
export function around(values: Iterable<number>): [number, number] {
  const known = [...values].filter((value) => value > 0 && Number.isFinite(value));
  const [low, high] = decades(known);
  if (known.length === 0) return [low, high];
  const rounds: number[] = [];
  for (let decade = low; decade <= high * 1.01; decade *= 10) rounds.push(...[1, 2, 5].map((step) => step * decade));
  const [min, max] = [Math.min(...known), Math.max(...known)];
  const from = rounds.findLast((round) => round <= min * 1.0000001) ?? low;
  return [from, rounds.find((round) => round >= max * 0.9999999 && round > from) ?? high];
}

/** Sizes from `low` to `high`, `each` to a power of ten, rounded to whole numbers. */
export function spread(low: number, high: number, each: number): number[] {
  const steps = Math.round(Math.log10(high / low) * each);
  return Array.from({ length: steps + 1 }, (_, i) => Math.round(low * (high / low) ** (i / steps)));
}

/** A round interval that holds nought and every value. */
export function upTo(values: Iterable<number>): [number, number] {
  const known = [...values].filter(Number.isFinite);
  const [low, high] = nice(Math.min(0, ...known), Math.max(0, ...known), 8);
  return [low, high > low ? high : low + 1];
}

/** `count` values from `low` to `high` at equal distances on the axis, rounded to whole ones where only those make sense. */
export function along(low: number, high: number, kind: 'log' | 'linear', whole: boolean, count = 26): number[] {
  const at = (share: number): number => (kind === 'log' ? low * (high / low) ** share : low + (high - low) * share);
  const exact = Array.from({ length: count }, (_, i) => (i === count - 1 ? high : at(i / (count - 1))));
  return [...new Set(exact.map((value) => (whole ? Math.round(value) : Number(value.toPrecision(6)))))];
}
