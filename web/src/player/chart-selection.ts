// A reader's selection in a chart, as links store it.
import type { View } from '../charts/data';
import type { Chart, Setting } from '../lab/types';

/** The output and view of a chart, and the bar with an open breakdown. */
export interface ChartSelection {
  view: View;
  output: string;
  bar: string | undefined;
}

/**
 * Parses the selection of a link, except an output or a bar that the chart does not have; `first` is the default view.
 */
export function parseSelection(
  { y, also = [] }: Chart,
  titles: readonly string[],
  text: Setting | undefined,
  first = 'value',
): ChartSelection {
  const [, view = first, output = '', title] =
    /^(?:(value|ratio|error):)?([^/]*)(?:\/(.*))?$/s.exec(typeof text === 'string' ? text : '') ?? [];
  return {
    view: view as View,
    output: also.includes(output) ? output : y,
    bar: title !== undefined && titles.includes(title) ? title : undefined,
  };
}

/** Formats a selection for links; undefined for the initial selection. */
export function formatSelection(
  { y }: Chart,
  { view, output, bar }: ChartSelection,
  first = 'value',
): string | undefined {
  const shown = bar === undefined ? (output === y ? '' : output) : `${output}/${bar}`;
  return (view === first ? shown : `${view}:${shown}`) || undefined;
}
