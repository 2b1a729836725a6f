// While the first of several systems finishes one operation, the others finish several: as blocks.
import { published } from '../../lab/cells';
import type { Lab, Scenario } from '../../lab/types';

/** The output that is raced, the setting that its reader moves, and the series that take part. */
export const raced = { output: 'external_throughput', setting: 'names', series: 'configuration' };

/** A block's pitch and its side, in units of the drawing; the rest is the gap after it. */
const [pitch, side] = [6, 5];

/** The largest number of blocks that is still read as an area. */
const maxBlocks = 1200;

/** How many times as wide as high the largest area of blocks is. */
const aspect = 5;

/** The least number of rows, so that few blocks do not become large. */
const minRows = 4;

/** How many operations a block stands for: a power of ten. */
export const perBlock = (operations: number): number =>
  10 ** Math.max(0, Math.ceil(Math.log10(operations / maxBlocks)));

/** The number of rows in which `count` blocks fill the room of the largest area. */
export const rowsOf = (count: number): number => Math.max(minRows, Math.ceil(Math.sqrt(count / aspect)));

/** The number of columns that `count` blocks take. */
const columnsOf = (count: number, rows: number): number => Math.max(1, Math.ceil((count - 1e-9) / rows));

/** The area of `count` blocks: its size, and its width in percent of the room that it has. */
export function areaOf(count: number, rows: number): { width: number; height: number; percent: number } {
  const columns = columnsOf(count, rows);
  return {
    width: columns * pitch,
    height: Math.min(rows, Math.max(1, Math.ceil(count - 1e-9))) * pitch,
    percent: tenth((100 * columns) / Math.max(rows * aspect, columns)),
  };
}

/**
 * The outline of `count` blocks in columns of `rows`, so that a curtain that opens from the left shows them at the pace at
 * which they are finished. A part of a block is as wide as the part; an unknown count has no blocks.
 */
export function blocksPath(count: number, rows: number): string {
  const whole = Math.floor(count + 1e-9);
  const width = tenth((count - whole) * side);
  const at = (i: number): string => `M${Math.floor(i / rows) * pitch} ${(i % rows) * pitch}`;
  const full = Array.from({ length: whole }, (_, i) => `${at(i)}h${side}v${side}h-${side}z`).join('');
  return width >= 0.1 ? `${full}${at(whole)}h${width}v${side}h-${width}z` : full;
}

const tenth = (length: number): number => Math.round(length * 10) / 10;

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
