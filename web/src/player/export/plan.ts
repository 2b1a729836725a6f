// A plan of a chart's data, before the model's values are filled in: it can be shown, saved, or computed elsewhere.
import { channelsOf } from '../../charts/channels';
import type { ChartData, Point } from '../../charts/data';
import type { Channel, Mark } from '../../charts/mark';
import type { DataTable, Datum } from '../../charts/plot';
import type { Chart } from '../../lab/types';
import type { ChartWords } from '../chart';
import { barsOf } from '../bars';

/** The index of a model value: configuration, series, and x. */
export type ModelIndex = readonly [side: number, series: number, place: number];

type ModelCell = { model: ModelIndex };
/** The model's error relative to a published value, in percent. */
type ErrorCell = { error: ModelIndex; published: number };
export type Cell = string | number | ModelCell | ErrorCell | EndCell;
/** One end of a published value's prediction interval. */
type EndCell = { low: ModelIndex } | { high: ModelIndex };
/** A cell of a file, in which every cell contains at most one number. */
export type FlatCell = Cell | { half: ModelIndex };

export interface Plan<C = Cell> {
  columns: string[];
  rows: C[][];
}

/** The chart to export. */
export interface PlanInput {
  chart: Partial<Pick<Chart, 'x' | 'relative'>>;
  names: Pick<ChartWords, 'x' | 'y'>;
  sides: readonly ChartData[];
  marks: readonly Mark[];
}

/** Returns the columns for the prediction intervals of published values; empty if no value has one. */
const intervalColumns = (sides: readonly ChartData[]): string[] =>
  sides.some(({ doubt }) => doubt?.intervals.length) ? ['95 % interval, low', '95 % interval, high'] : [];

const kind = ({ heldOut }: Point): string => (heldOut ? 'published, held out' : 'published');

/**
 * Plans the table of everything drawn along x: each series, with the model's values last, then values that belong to no
 * series.
 */
function alongX({ names, sides, marks }: PlanInput): Plan {
  const both = sides.length > 1;
  const intervals = intervalColumns(sides);
  const ends = (index: ModelIndex | undefined): Cell[] =>
    intervals.length === 0 ? [] : index ? [{ low: index }, { high: index }] : ['', ''];
  const isBeyond = (at: number, series: number, x: number): boolean => {
    const [from, to] = sides[at]?.doubt?.spans[series] ?? [-Infinity, Infinity];
    return !(x >= from && x <= to);
  };
  const rowsOf = ({ kind, name = '', values }: Channel, title: string | undefined, at: number): Cell[][] =>
    values.map(({ x, y, series, place, note = '' }) => {
      const index: ModelIndex | undefined = place === undefined ? undefined : [at, series, place];
      return [
        x,
        ...(both ? [title === undefined ? '' : 'AB'.charAt(at)] : []),
        title ?? name,
        index ? { model: index } : y,
        ...ends(index),
        kind + (index ? (isBeyond(at, series, x) ? ', beyond the published values' : '') : note),
      ];
    });
  const ofSeries = (data: ChartData, at: number): Cell[][] => {
    const all = channelsOf(marks, data);
    return data.series.flatMap(({ title }, s) => {
      const channels = all.filter(({ series }) => series === s);
      const isModel = ({ kind }: Channel): boolean => kind === 'model';
      return [...channels.filter((one) => !isModel(one)), ...channels.filter(isModel)].flatMap((channel) =>
        rowsOf(channel, title, at),
      );
    });
  };
  // A reader's own values are the same in all configurations.
  const others = sides[0] ? channelsOf(marks, sides[0]).filter(({ series }) => series === undefined) : [];
  return {
    columns: [names.x, ...(both ? ['Configuration'] : []), 'Series', names.y, ...intervals, 'Kind'],
    rows: [...sides.flatMap(ofSeries), ...others.flatMap((channel) => rowsOf(channel, undefined, 0))],
  };
}

/** Plans the table of everything drawn in a chart without an x quantity, one row per bar. */
function barByBar({ chart: { relative = false }, names, sides }: PlanInput): Plan {
  const both = sides.length > 1;
  const intervals = intervalColumns(sides);
  const rows = sides.flatMap((side, at) =>
    barsOf({ relative }, side).map(({ title, published, error }, s): Cell[] => [
      title,
      ...(both ? ['AB'.charAt(at)] : []),
      { model: [at, s, 0] },
      ...(intervals.length > 0 ? [{ low: [at, s, 0] } as const, { high: [at, s, 0] } as const] : []),
      published?.y ?? '',
      published && Number.isFinite(error) ? { error: [at, s, 0], published: published.y } : '',
      published ? kind(published) : 'model',
    ]),
  );
  const mine = (sides[0]?.own ?? []).flatMap((set) =>
    set.points.map(({ y, name = set.name }) => [
      name,
      ...(both ? [''] : []),
      y,
      ...intervals.map(() => ''),
      '',
      '',
      'your own data',
    ]),
  );
  return {
    columns: [
      names.x,
      ...(both ? ['Side'] : []),
      `${names.y}: model`,
      ...intervals,
      'Published',
      'Model error, %',
      'Kind',
    ],
    rows: [...rows, ...mine],
  };
}

export const planOf = (input: PlanInput): Plan => (input.chart.x === undefined ? barByBar(input) : alongX(input));

/** The source of a table's model values. */
type ModelValues = Pick<ChartData, 'sweep' | 'doubt'>;

const valueAt = (sides: readonly ModelValues[], [side, series, place]: ModelIndex): number =>
  sides[side]?.sweep.columns[series]?.[place] ?? NaN;
const halfAt = (sides: readonly ModelValues[], [side, series, place]: ModelIndex): number =>
  sides[side]?.sweep.halves[series]?.[place] ?? NaN;
const endAt = (sides: readonly ModelValues[], cell: EndCell): number => {
  const [[side, series, place], which] = 'low' in cell ? ([cell.low, 0] as const) : ([cell.high, 1] as const);
  return sides[side]?.doubt?.intervals[series]?.[which][place] ?? NaN;
};
const offAt = (sides: readonly ModelValues[], { error, published }: ErrorCell): number =>
  (valueAt(sides, error) / published - 1) * 100;

/** Returns the table as readers see it. */
export function shown({ columns, rows }: Plan, sides: readonly ModelValues[]): DataTable {
  const datum = (cell: Cell): Datum => {
    if (typeof cell !== 'object') return cell;
    if ('error' in cell) return Number(offAt(sides, cell).toPrecision(3));
    if ('low' in cell || 'high' in cell) return endAt(sides, cell);
    const [value, half] = [valueAt(sides, cell.model), halfAt(sides, cell.model)];
    return half > 0 ? { value, half } : value;
  };
  return { columns, rows: rows.map((row) => row.map(datum)) };
}

/** Returns a plan for a file, with at most one number per cell: half-widths of intervals have separate columns. */
export function flat({ columns, rows }: Plan, sides: readonly ModelValues[]): Plan<FlatCell> {
  const isUnsure = (cell: Cell | undefined): boolean =>
    typeof cell === 'object' && 'model' in cell && halfAt(sides, cell.model) > 0;
  const wide = columns.map((_, i) => rows.some((row) => isUnsure(row[i])));
  return {
    columns: columns.flatMap((column, i) =>
      wide[i] ? [column, `half-width of the 95 % confidence interval: ${column}`] : column,
    ),
    rows: rows.map((row) =>
      row.flatMap((cell, i): FlatCell[] =>
        wide[i] ? [cell, typeof cell === 'object' && 'model' in cell ? { half: cell.model } : ''] : [cell],
      ),
    ),
  };
}

/** Returns a file's rows with the model's values filled in; NaN for missing values. */
export const filled = ({ rows }: Plan<FlatCell>, sides: readonly ModelValues[]): (string | number)[][] =>
  rows.map((row) =>
    row.map((cell) => {
      if (typeof cell !== 'object') return cell;
      if ('error' in cell) return offAt(sides, cell);
      if ('model' in cell) return valueAt(sides, cell.model);
      if ('low' in cell || 'high' in cell) return endAt(sides, cell);
      const half = halfAt(sides, cell.half);
      return half > 0 ? half : NaN;
    }),
  );
