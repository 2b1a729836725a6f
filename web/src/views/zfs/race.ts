// While the first of several systems finishes one operation, the others finish several: as blocks.
import { published } from '../../lab/cells';
import type { Lab, Scenario } from '../../lab/types';

/** The output that is raced, the setting that its reader moves, and the series that take part. */
export const raced = { output: 'external_throughput', setting: 'names', series: 'configuration' };

/** The largest number of blocks that is still read as an area. */
const maxBlocks = 1200;

/** How many times as wide as high the room for the largest area of blocks is. */
export const aspect = 5;

/** The least number of rows, so that few blocks do not become large. */
const minRows = 4;

/** The blocks that a race has room for until the model has answered, so that nothing moves then: eight full rows. */
export const expected = aspect * 8 ** 2;

/** How many operations a block stands for: a power of ten. */
export const perBlock = (operations: number): number =>
  10 ** Math.max(0, Math.ceil(Math.log10(operations / maxBlocks)));

/** The number of rows in which `count` blocks fill the room of the largest area. */
export const rowsOf = (count: number): number => Math.max(minRows, Math.ceil(Math.sqrt(count / aspect)));

/** How many times as many operations the last system finished as the first one in a published measurement. */
export interface MeasuredRatio {
  names: number;
  ratio: number;
  heldOut: boolean;
}

/** The published ratios between the last and the first of these scenarios, by size. */
export function measuredRatios(lab: Lab, scenarios: readonly Scenario[]): MeasuredRatio[] {
  const [first = [], last = []] = [scenarios[0], scenarios.at(-1)].map((scenario = {}) => {
    const anySize = Object.entries(scenario).filter(([setting]) => setting !== raced.setting);
    return published(lab, raced.output, Object.fromEntries(anySize)).filter(({ to }) => to === undefined);
  });
  return last.flatMap(({ x, value, role }) => {
    const base = first.find((other) => other.x === x);
    const heldOut = role === 'held_out' || base?.role === 'held_out';
    // Products of printed ratios have no more digits than those.
    return base ? { names: x, ratio: Number((value / base.value).toPrecision(6)), heldOut } : [];
  });
}
