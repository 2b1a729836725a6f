// A reader's selection in a chart, as links store it.
import type { Chart, Setting } from '../lab/types';

/** The output that a chart shows, and the bar whose breakdown is open. */
export interface ChartSelection {
  output: string;
  bar: string | undefined;
}

/** Parses the selection of a link, as far as the chart has the output and the bar. */
export function parseSelection(
  { y, also = [] }: Chart,
  titles: readonly string[],
  text: Setting | undefined,
): ChartSelection {
  const [, output = '', title] = /^([^/]*)(?:\/(.*))?$/s.exec(typeof text === 'string' ? text : '') ?? [];
  return {
    output: also.includes(output) ? output : y,
    bar: title !== undefined && titles.includes(title) ? title : undefined,
  };
}

/** Formats a selection for links; undefined for the initial one. */
export function formatSelection({ y }: Chart, { output, bar }: ChartSelection): string | undefined {
  if (bar !== undefined) return `${output}/${bar}`;
  return output === y ? undefined : output;
}
