// Axis scales from d3-scale with our choice of ticks, and domains that contain given values.
import { bisectLeft, bisectRight, extent, nice, pairs, range } from 'd3-array';
import { scaleLinear, scaleLog, type ScaleContinuousNumeric } from 'd3-scale';

/** A mapping from values to positions, with the values for ticks and grid lines. */
export interface Scale {
  (value: number): number;
  /** Maps a position to its value. */
  invert: (place: number) => number;
  domain: readonly [number, number];
  ticks: readonly number[];
  /** Ticks without a label, between the others. */
  minor: number[];
}

type Pair = readonly [number, number];

/** Rounds a position to a tenth of a pixel, which is finer than the eye can see and keeps drawings short. */
const tenth = (place: number): number => Math.round(place * 10) / 10;

const placed = (scale: ScaleContinuousNumeric<number, number>, domain: Pair, ticks: number[], minor: number[]): Scale =>
  Object.assign((value: number) => tenth(scale(value)), {
    invert: (place: number) => scale.invert(place),
    domain,
    ticks,
    minor,
  });

/** Returns a function that tests whether ticks are at least `apart` pixels from each other. */
const areApart =
  (scale: (value: number) => number, apart: number) =>
  (ticks: readonly number[]): boolean =>
    pairs(ticks, (a, b) => Math.abs(scale(b) - scale(a)) >= apart).every(Boolean);

/**
 * Returns a linear scale with about `count` ticks, or fewer if they would be less than `apart` pixels from each other.
 */
export function linear(domain: Pair, places: Pair, count = 5, apart = 0): Scale {
  const scale = scaleLinear(domain, places);
  const sparser = range(count, 0, -1).map((fewer) => scale.ticks(fewer));
  return placed(scale, domain, sparser.find(areApart(scale, apart)) ?? [], []);
}

/** Returns the first significant digit. */
const leading = (value: number): number => Number(value.toExponential(0).at(0));

/** Returns the values with one significant digit on a logarithmic axis. */
const digits = (domain: Pair): number[] => {
  const scale = scaleLog(domain, [0, 1]);
  const decades = Math.ceil(Math.log10(domain[1] / domain[0]));
  return scale.ticks(decades + 1).filter((value) => value === Number(value.toPrecision(1)));
};

/** The leading digits of ticks, from the densest set to the sparsest. */
const tickDigits = [[1, 2, 5], [1, 3], [1]];

/**
 * Returns a logarithmic scale. Ticks are at powers of ten, thinned out to `count`. An axis with at most two powers of
 * ten also has ticks at 2 and 5 times these powers, or only at 3 times. Its ticks are then at least `apart` pixels from
 * each other.
 */
export function log(domain: Pair, places: Pair, count = 8, apart = 0): Scale {
  const scale = scaleLog(domain, places);
  const all = digits(domain);
  const beginning = (first: readonly number[]): number[] => all.filter((value) => first.includes(leading(value)));
  const powers = beginning([1]);
  const every = Math.ceil(powers.length / count);
  const sparser = tickDigits.map(beginning).filter((some) => some.length > 0);
  const ticks =
    powers.length > 2
      ? powers.filter((_, index) => index % every === 0)
      : (sparser.find(areApart(scale, apart)) ?? powers);
  const minor = all.filter((value) => !ticks.includes(value));
  return placed(scale, domain, ticks, minor);
}

/** Returns a logarithmic scale with ticks at powers of two, for ratios that are not far from 1. */
export function doublings(domain: Pair, range: Pair, count = 8): Scale {
  const scale = scaleLog(domain, range).base(2);
  const all = scale
    .ticks(Math.ceil(Math.log2(domain[1] / domain[0])) + 1)
    .filter((value) => Number.isInteger(Math.log2(value)));
  const every = Math.ceil(all.length / count);
  // The ticks include 1, the reference for ratios.
  const ticks = all.filter((value) => Math.log2(value) % every === 0);
  const minor = all.filter((value) => !ticks.includes(value));
  return placed(scale, domain, ticks, minor);
}

const positive = (values: Iterable<number>): Pair | undefined => {
  const [low, high] = extent([...values].filter((value) => value > 0 && Number.isFinite(value)));
  return low === undefined ? undefined : [low, high];
};

/** Returns the powers of ten around all positive values, or one decade if no value is positive. */
export function decades(values: Iterable<number>): [number, number] {
  const [low = 1, high = 10] = scaleLog(positive(values) ?? [1, 10], [0, 1])
    .nice()
    .domain();
  return [low, high > low ? high : low * 10];
}

/**
 * Returns the nearest 1, 2, or 5 times a power of ten below and above all positive values, or one decade if there are
 * none.
 */
export function around(values: Iterable<number>): [number, number] {
  const known = positive(values);
  const [low, high] = decades(known ?? []);
  if (!known) return [low, high];
  const rounds = digits([low, high]).filter((value) => [1, 2, 5].includes(leading(value)));
  const from = rounds[bisectRight(rounds, known[0]) - 1] ?? low;
  const to = rounds[bisectLeft(rounds, known[1])] ?? high;
  return [from, to > from ? to : (rounds[bisectRight(rounds, from)] ?? high)];
}

/** Returns a round interval that contains zero and every value. */
export function upTo(values: Iterable<number>): [number, number] {
  const known = [...values].filter(Number.isFinite);
  const [low, high] = nice(Math.min(0, ...known), Math.max(0, ...known), 8);
  return [low, high > low ? high : low + 1];
}

/**
 * Returns at most `count` values from `low` to `high`, evenly spaced on the axis, rounded if only whole numbers are
 * valid.
 */
export function along(low: number, high: number, kind: 'log' | 'linear', whole: boolean, count = 26): number[] {
  const { invert } = (kind === 'log' ? scaleLog : scaleLinear)([low, high], [0, count - 1]);
  const exact = range(count).map((i) => (i === count - 1 ? high : invert(i)));
  return [...new Set(exact.map((value) => (whole ? Math.round(value) : Number(value.toPrecision(6)))))];
}
