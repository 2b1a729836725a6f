// A small drawing of a lab's chart, with the same marks as on the lab's page, from the engine's results.
import { extentsOf, shapesOf } from '../charts/channels';
import type { ChartData } from '../charts/data';
import { fetchedMarks, fetchMark, marksIn } from '../charts/fetched.svelte';
import { textWidth } from '../charts/format';
import { layoutOf } from '../charts/layout';
import type { Shape } from '../charts/mark';
import type { Plot } from '../charts/plot';
import { layoutKind } from '../charts/registry';
import { linear, log } from '../charts/scale';
import { blocksOf } from '../lab/blocks';
import { seriesOf } from '../lab/series';
import type { Chart, Lab } from '../lab/types';
import { chartWordsOf, publishedPoints, styleOf } from '../player/chart';
import { numbersOf, type ChartAnswers } from './home-data';

/** The size of a thumbnail in drawing units; the aspect ratio is 16 to 10. */
export const size = { width: 352, height: 220 };

export interface Thumbnail {
  shapes: Shape[];
  /** Labels next to the marks: row titles and their values, or axis titles. */
  labels: { text: string; x: number; y: number; anchor: 'start' | 'end'; strong?: true }[];
  /** The line at which values begin. */
  axis: string;
}

/** Returns the width to reserve for texts: the widest common typefaces are about an eighth wider than the others. */
const roomFor = (texts: readonly string[]): number => 1.12 * Math.max(0, ...texts.map(textWidth));

/** Returns the domain of an axis for these values, with some margin. */
function domainOf(values: readonly number[], isLog: boolean): [number, number] {
  const known = values.filter((value) => Number.isFinite(value) && (!isLog || value > 0));
  const [low, high] = [Math.min(...known), Math.max(...known)];
  return isLog ? [low / 1.15, high * 1.15] : [Math.min(0, low), high * 1.03];
}

/** Returns the thumbnail of the chart with this id; undefined if there are no results for it. */
export async function thumbnailOf(
  lab: Lab,
  id: string | undefined,
  answers: ChartAnswers | undefined,
): Promise<Thumbnail | undefined> {
  const chart = blocksOf(lab).find((block) => block.kind === 'chart' && block.id === id) as Chart | undefined;
  if (!chart || !answers) return undefined;
  const { xs } = answers;
  const columns = answers.columns.map(numbersOf);
  const series = seriesOf(lab, chart, lab.start);
  const data: ChartData = {
    series,
    xs,
    sweep: { columns, halves: [], done: xs.length },
    points: publishedPoints(lab, chart, series),
    limits: [],
    predicted: undefined,
    own: [],
  };
  const names = marksIn(chart.mark, [data]);
  await Promise.all(names.map(fetchMark));
  const marks = fetchedMarks(names);

  const kind = layoutKind(chart.mark);
  const words = chartWordsOf(lab, chart, series);
  const values = extentsOf(marks, data, () => true);
  const layout = layoutOf({
    kind,
    single: chart.x === undefined,
    style: (s) => styleOf(chart, s, series.length),
    count: series.length,
    xs,
    range: [Math.min(...xs), Math.max(...xs)],
    base: chart.relative ? 1 : 0,
  });
  return kind === 'curves'
    ? curves(chart, data, { marks, layout, words, values })
    : rows(data, { marks, layout, words, values });
}

interface Drawing {
  marks: ReturnType<typeof fetchedMarks>;
  layout: ReturnType<typeof layoutOf>;
  words: ReturnType<typeof chartWordsOf>;
  values: readonly number[];
}

function curves(chart: Chart, data: ChartData, { marks, layout, words, values }: Drawing): Thumbnail {
  const named = data.series.length > 1 ? data.series.map(({ title }) => title) : [];
  const [left, top, right, foot] = [2, 26, size.width - Math.max(8, roomFor(named) + 13), size.height - 24];
  const scale = (isLog: boolean): typeof log => (isLog ? log : linear);
  const [xLog, yLog] = [chart.x_scale === 'log', chart.y_scale === 'log'];
  const ends: [number, number] = [data.xs[0] ?? NaN, data.xs.at(-1) ?? NaN];
  const plot: Plot = {
    x: scale(xLog)(ends, [left, right]),
    y: scale(yLog)(domainOf(values, yLog), [foot, top]),
    left,
    top,
    width: right - left,
    height: foot - top,
  };
  return {
    // A mark at the end of a curve does not touch the curve's name.
    shapes: shapesOf(marks, plot, data, layout).map((shape) =>
      shape.text === undefined || !shape.at ? shape : { ...shape, at: [shape.at[0] + 5, shape.at[1]] as const },
    ),
    labels: [
      { text: words.y, x: left, y: 8, anchor: 'start' },
      { text: `${words.x} →`, x: size.width, y: size.height - 8, anchor: 'end' },
    ],
    axis: `M${left} ${foot}H${size.width}`,
  };
}

function rows(data: ChartData, { marks, layout, words, values }: Drawing): Thumbnail {
  const titles = data.series.map(({ title }) => title);
  const texts = titles.map((_, s) => words.number(data.sweep.columns[s]?.[0] ?? NaN));
  const left = roomFor(titles) + 8;
  const right = size.width - roomFor(texts) - 8;
  const [top, foot] = [22, size.height - 4];
  const plot: Plot = {
    x: linear(domainOf(values, false), [left, right]),
    y: linear([-0.5, titles.length - 0.5], [top, foot]),
    left,
    top,
    width: right - left,
    height: foot - top,
  };
  const thickness = Math.min(22, ((foot - top) / titles.length) * 0.68);
  return {
    shapes: shapesOf(marks, plot, data, { ...layout, thickness }),
    labels: [
      { text: words.y, x: 0, y: 8, anchor: 'start' },
      ...titles.map((text, row) => ({ text, x: left - 8, y: plot.y(row), anchor: 'end' as const })),
      ...texts.map((text, row) => ({
        text,
        x: size.width,
        y: plot.y(row),
        anchor: 'end' as const,
        strong: true as const,
      })),
    ],
    axis: `M${plot.x(layout.base)} ${top}V${foot}`,
  };
}
