// While the first of several systems finishes one operation, the others finish several, drawn as blocks.
import { published } from '../../lab/cells';
import type { Lab, Scenario } from '../../lab/types';

/** The output of the race, the setting that readers change, and the systems in it. */
export const raced = { output: 'external_throughput', setting: 'names', series: 'configuration' };

/** The maximum number of blocks that is still readable as an area. */
const maxBlocks = 1200;

/** The aspect ratio of the space for the largest area of blocks, width to height. */
export const aspect = 5;

/** The minimum number of rows, so that few blocks do not become large. */
const minRows = 4;

/**
 * The number of blocks for which a race reserves space until the model has answered, so that nothing moves when it
 * answers: eight full rows.
 */
export const expected = aspect * 8 ** 2;

/** Returns the number of operations per block: a power of ten. */
export const perBlock = (operations: number): number =>
  10 ** Math.max(0, Math.ceil(Math.log10(operations / maxBlocks)));

/** Returns the number of rows in which `count` blocks fill the space of the largest area. */
export const rowsOf = (count: number): number => Math.max(minRows, Math.ceil(Math.sqrt(count / aspect)));

/** The published ratio of the last system's throughput to that of the first system, at one size. */
export interface MeasuredRatio {
  names: number;
  ratio: number;
  heldOut: boolean;
}

/** The results of a race. */
export interface RaceResults {
  /** The lab's id. */
  lab: string;
  /** The scenario of each system. */
  scenarios: Scenario[];
  /** Operations per second of each system. */
  rates: number[];
}

/** Returns the published ratios between the last and the first of these scenarios, by size. */
export function measuredRatios(lab: Lab, scenarios: readonly Scenario[]): MeasuredRatio[] {
  const [first = [], last = []] = [scenarios[0], scenarios.at(-1)].map((scenario = {}) => {
    const anySize = Object.entries(scenario).filter(([setting]) => setting !== raced.setting);
    return published(lab, raced.output, Object.fromEntries(anySize)).filter(({ to }) => to === undefined);
  });
  return last.flatMap(({ x, value, role }) => {
    const base = first.find((other) => other.x === x);
    const heldOut = role === 'held_out' || base?.role === 'held_out';
    // A product of published ratios has no more significant digits than the ratios themselves.
    return base ? { names: x, ratio: Number((value / base.value).toPrecision(6)), heldOut } : [];
  });
}
