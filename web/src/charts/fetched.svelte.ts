// The marks of the registry that this page has already fetched.
import type { ChartData } from './data';
import type { Mark } from './mark';
import { layoutKind, marks } from './registry';

let fetched = $state.raw<Record<string, Mark>>({});

/** Fetches a mark unless it has been fetched. */
export async function fetchMark(name: string): Promise<void> {
  const mark = marks[name]?.mark;
  if (typeof mark !== 'function' || fetched[name]) return;
  const { default: one } = await mark();
  fetched = { ...fetched, [name]: one };
}

/** Returns the names of the marks in a chart that draws the model's values with `model`. */
export const marksIn = (model: string, sides: readonly ChartData[]): string[] =>
  Object.entries(marks).flatMap(([name, { when }]) =>
    name === model || sides.some((side) => when?.(side, layoutKind(model))) ? name : [],
  );

/** Returns the named marks that have been fetched. */
export const fetchedMarks = (names: readonly string[]): Mark[] =>
  names.flatMap((name) => {
    const mark = marks[name]?.mark;
    return (typeof mark === 'function' ? fetched[name] : mark) ?? [];
  });
