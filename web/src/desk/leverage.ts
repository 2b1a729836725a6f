// How much the errors of a lab depend on its chosen parameters.
import { count, counted, share, short, signed } from '../charts/format';
import type { Lab } from '../lab/types';
import { cellTitles } from './errors';
import type { Leverage, LeverageErrors } from './protocol';

/** A quantity that is compared: an error of fitted or held-out cells, or the number of satisfied bounds. */
export interface Measure {
  title: string;
  isError: boolean;
  of: (errors: LeverageErrors) => number | null;
  format: (value: number) => string;
}

const error = (title: string, of: Measure['of']): Measure => ({ title, isError: true, of, format: share });
const fitMedian = error('Fit, median', (errors) => errors.fit_median_error);
const fitLargest = error('Fit, largest', (errors) => errors.fit_max_error);
const heldOutMedian = error('Held out, median', (errors) => errors.held_out_median_error ?? null);
const heldOutLargest = error('Held out, largest', (errors) => errors.held_out_max_error ?? null);
const bounds: Measure = { title: 'Bounds', isError: false, of: ({ bounds_met: met }) => met ?? null, format: count };

const hasFitted = ({ fit_cells: cells }: LeverageErrors): boolean => cells > 0;
const hasHeldOut = ({ held_out_cells: cells }: LeverageErrors): boolean => (cells ?? 0) > 0;

/** Returns the measures that a lab has: the errors of fitted and of held-out cells, and the satisfied bounds. */
export const measuresOf = (unchanged: LeverageErrors): Measure[] => [
  ...(hasFitted(unchanged) ? [fitMedian, fitLargest] : []),
  ...(hasHeldOut(unchanged) ? [heldOutMedian, heldOutLargest] : []),
  ...((unchanged.bounds ?? 0) > 0 ? [bounds] : []),
];

/**
 * Returns the measure that tests the model best: the median error of held-out cells, that of fitted cells, or else the
 * bounds.
 */
function testOf(unchanged: LeverageErrors): Measure & { words: string } {
  if (hasHeldOut(unchanged)) return { ...heldOutMedian, words: 'held-out' };
  return hasFitted(unchanged) ? { ...fitMedian, words: 'fitted' } : { ...bounds, words: '' };
}

/** The errors after a change of a parameter: before and after a refit. */
export type LeverageSide = 'moved' | 'refitted';

/** Returns the kinds of error found in the changes: without fitted parameters, nothing is refitted. */
export const sidesOf = (changes: readonly Leverage[]): LeverageSide[] =>
  changes.some(({ refitted }) => refitted) ? ['moved', 'refitted'] : ['moved'];

/** Returns the last kind of error found in the changes. */
export const lastSideOf = (changes: readonly Leverage[]): LeverageSide => sidesOf(changes).at(-1) ?? 'moved';

/** Returns the changes grouped by parameter, the parameter with the largest effect on the tested error first. */
export function byEffect(changes: readonly Leverage[], unchanged: LeverageErrors): Leverage[] {
  const { of } = testOf(unchanged);
  const base = of(unchanged) ?? 0;
  const effects = new Map<string, number>();
  const side = lastSideOf(changes);
  for (const change of changes) {
    const errors = change[side];
    const effect = Math.abs((errors ? (of(errors) ?? base) : base) - base);
    effects.set(change.parameter, Math.max(effects.get(change.parameter) ?? 0, effect));
  }
  return changes.toSorted((a, b) => (effects.get(b.parameter) ?? 0) - (effects.get(a.parameter) ?? 0));
}

/** Returns the names of a cell's table, row, and column. */
export function cellName(
  lab: Pick<Lab, 'tables'>,
  { table, row, column }: { table: string; row: string | number; column: string },
): string {
  const title = lab.tables.find(({ id }) => id === table)?.title ?? table;
  return [title, ...cellTitles(lab, table, row, column)].join(', ');
}

/** Returns the result in sentences: the range of the tested error, and the cell with the largest error of all. */
export function leverageSentences(
  lab: Pick<Lab, 'tables' | 'parameters'>,
  changes: readonly Leverage[],
  unchanged: LeverageErrors,
): string {
  const { of, format, words } = testOf(unchanged);
  const base = of(unchanged) ?? NaN;
  const side = lastSideOf(changes);
  const found = changes.flatMap((change) => {
    const errors = change[side];
    const tested = errors && of(errors);
    return errors && tested !== null ? [{ change, tested, worst: errors.worst }] : [];
  });
  if (found.length === 0) return 'The model rejects all changed values.';
  const parameters = counted(new Set(changes.map(({ parameter }) => parameter)).size, 'parameter', 'parameters');
  const refit = side === 'refitted' ? ', after a refit' : '';
  const withValue = ({ parameter, value }: Leverage): string =>
    `with ${lab.parameters[parameter]?.title ?? parameter} = ${short(value)}`;
  const values = found.map(({ tested }) => tested);
  const [low, high] = [Math.min(...values), Math.max(...values)].map(format);
  const name = words === '' ? `Satisfied bounds of ${count(unchanged.bounds ?? 0)}` : `Median error of ${words} cells`;
  const sentences = [
    `${name}: ${format(base)} without a change, ${low} to ${high} with other values of ${parameters}${refit}.`,
  ];
  const strongest = found.reduce((a, b) => (Math.abs(b.tested - base) > Math.abs(a.tested - base) ? b : a));
  if (format(strongest.tested) !== format(base))
    sentences.push(`It changes most, to ${format(strongest.tested)}, ${withValue(strongest.change)}.`);
  const size = ({ worst }: (typeof found)[number]): number => Math.abs(worst?.error ?? 0);
  const largest = found.reduce((a, b) => (size(b) > size(a) ? b : a));
  if (largest.worst && size(largest) > Math.abs(unchanged.worst?.error ?? 0) + 0.0005)
    sentences.push(
      `The largest error of a cell is then ${signed(largest.worst.error)}, ${withValue(largest.change)}: ${cellName(lab, largest.worst)}.`,
    );
  return sentences.join(' ');
}
