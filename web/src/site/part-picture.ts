// Self-contained pictures of a lab's charts, tables, and interactive models, drawn by the components of its page from
// the engine's results.
import { render } from 'svelte/server';
import { extentsOf } from '../charts/channels';
import type { ChartData } from '../charts/data';
import { fetchedMarks, fetchMark, marksIn } from '../charts/fetched.svelte';
import { counted, share, short, signed, textWidth } from '../charts/format';
import { layoutOf } from '../charts/layout';
import dumbbell from '../charts/marks/dumbbell';
import type { LegendEntry } from '../charts/mark';
import { layoutKind } from '../charts/registry';
import { allBlocks, blocksOf } from '../lab/blocks';
import { cellText, rowTitle } from '../lab/cells';
import type { PartKind } from '../lab/part-name';
import { seriesOf } from '../lab/series';
import type { Block, Chart, Lab, Table } from '../lab/types';
import { chartWordsOf, publishedPoints, styleOf, valueAxis } from '../player/chart';
import type { ChartPanel, ChartPanelProps, PanelRun, Takeaway } from '../player/chart-panel';
import { ChartDoubt } from '../player/chart-doubt.svelte';
import { axisIn } from '../player/chart-views';
import { Lit } from '../player/lit.svelte';
import { limitsOf } from '../player/limits';
import { TableRun } from '../player/lab-run.svelte';
import { escaped } from '../player/export/embed-code';
import { plainChart, plainTable, type PlainTable } from '../player/export/plain-table';
import { summarize } from '../player/summary';
import { picturesOf } from '../player/table-picture';
import { numbersOf, type LabAnswers } from './home-data';
import PartPicture from './PartPicture.svelte';

/** A chart, a table, or an interactive model of a lab. */
export interface Part {
  kind: PartKind;
  id: string;
  title: string;
  /** The content of the part, in sentences with its numbers. */
  words: string;
  /** All numbers in the part; for an interactive model, those of the chart in its picture. */
  table: PlainTable;
  /** The title of the table, if it differs from the title of the part. */
  tableTitle?: string;
  picture: { svg: string; width: number; height: number };
}

type Undrawn = Omit<Part, 'picture'>;

/** Everything in a picture, with its position in pixels. */
export interface PictureLayout {
  width: number;
  height: number;
  title: string;
  description: string;
  texts: { kind: 'title' | 'finding' | 'heading' | 'note' | 'foot'; text: string; x: number; y: number }[];
  legends: { shapes: LegendEntry['shapes']; text: string; x: number; y: number; textX: number; textY: number }[];
  drawings: { content: string; x: number; y: number }[];
}

/** A drawing with its heading and sentences. */
interface Section {
  heading?: string;
  /** Sentences below the heading. */
  note?: string;
  legend: LegendEntry[];
  /** The elements of an SVG of this height. */
  content: string;
  height: number;
}

/** The width of a chart that is drawn outside a page, in pixels. */
const drawingWidth = 920;
const margin = 24;

/** Returns the elements of the first SVG in rendered HTML, and its height. */
function drawingIn(html: string): Pick<Section, 'content' | 'height'> {
  const [, height, content = ''] = /<svg height="([\d.]+)"[^>]*>([^]*?)<\/svg>/.exec(html) ?? [];
  return { content: content.replace(/<!--.*?-->/g, ''), height: Number(height) };
}

/** Breaks text into lines that fit a width in pixels; `scale` is the text size relative to chart labels. */
function linesOf(text: string, width: number, scale: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    // The widths are estimates for the widest typefaces.
    if (lines.length > 0 && 0.92 * scale * textWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Arranges the title, the finding, the sections, and the origin one below the other. */
function layoutOfPicture(
  { title, words: description }: Undrawn,
  finding: string,
  sections: readonly Section[],
  origin: readonly string[],
): PictureLayout {
  const [x, right] = [margin, margin + drawingWidth];
  const layout: PictureLayout = {
    width: drawingWidth + 2 * margin,
    height: 0,
    title,
    description,
    texts: [],
    legends: [],
    drawings: [],
  };
  let y = 18;
  const write = (kind: PictureLayout['texts'][number]['kind'], text: string, lineHeight: number, scale: number) => {
    for (const line of text ? linesOf(text, drawingWidth, scale) : []) {
      y += lineHeight;
      layout.texts.push({ kind, text: line, x, y });
    }
  };
  write('title', title, 26, 1.46);
  write('finding', finding, 22, 1.15);
  for (const { heading, note, legend, content, height } of sections) {
    y += 14;
    if (heading) write('heading', heading, 20, 1.08);
    if (note) write('note', note, 19, 1);
    let across = x;
    y += legend.length > 0 ? 24 : 4;
    for (const { width, height, shapes, text } of legend) {
      const room = width + 8 + textWidth(text);
      if (across + room > right && across > x) {
        across = x;
        y += 22;
      }
      layout.legends.push({ shapes, text, x: across, y: y - 4 - height / 2, textX: across + width + 8, textY: y });
      across += room + 18;
    }
    y += 10;
    layout.drawings.push({ content, x, y });
    y += height;
  }
  y += 8;
  for (const line of origin) write('foot', line, 18, 0.92);
  layout.height = Math.ceil(y + 18);
  return layout;
}

function drawn(part: Undrawn, finding: string, sections: readonly Section[], origin: readonly string[]): Part {
  const layout = layoutOfPicture(part, finding, sections, origin);
  const svg = render(PartPicture, { props: { layout } }).body.replace(/<!--.*?-->/g, '');
  return { ...part, picture: { svg, width: layout.width, height: layout.height } };
}

/** Describes the first and the last model value of every series. */
function modelWords(data: ChartData, names: ReturnType<typeof chartWordsOf>): string {
  const values = data.series.map(({ title }, s) => {
    const ys = data.sweep.columns[s] ?? [];
    const ends = [...new Set([0, data.xs.length - 1])].map((i) => {
      const at = names.at(data.xs[i] ?? NaN);
      return `${names.value(ys[i] ?? NaN, data.sweep.halves[s]?.[i])}${at && ` at ${at}`}`;
    });
    return `${title && `${title} `}${ends.join(', ')}`;
  });
  return `Model: ${values.join('; ')}.`;
}

const panels = {
  axes: () => import('../player/AxesPanel.svelte'),
  bars: () => import('../player/BarsPanel.svelte'),
} as unknown as Record<'axes' | 'bars', () => Promise<{ default: ChartPanel; sentence: Takeaway }>>;

interface ChartDrawing {
  part: Undrawn;
  /** A sentence that summarizes the chart. */
  finding: string;
  section: Section;
}

/** Draws a chart at the lab's initial settings. */
async function drawChart(lab: Lab, chart: Chart, answers: LabAnswers['charts'][string]): Promise<ChartDrawing> {
  const series = seriesOf(lab, chart, lab.start);
  const { xs } = answers;
  const [columns, halves] = [answers.columns.map(numbersOf), answers.halves.map(numbersOf)];
  const points = publishedPoints(lab, chart, series).map((all, s) =>
    all.map((point) => ({ ...point, model: columns[s]?.[xs.indexOf(point.x)] ?? NaN })),
  );
  const data: ChartData = {
    series,
    xs,
    sweep: { columns, halves, done: xs.length },
    points,
    // Only the parts of curves beyond the published values are marked: computing intervals would take longer than
    // everything else.
    doubt: new ChartDoubt().of(lab, { chart, series, xs }, points),
    limits: limitsOf(lab, chart, series),
    predicted: undefined,
    own: [],
  };
  const needed = marksIn(chart.mark, [data]);
  await Promise.all(needed.map(fetchMark));
  const layers = fetchedMarks(needed);
  const names = chartWordsOf(lab, chart, series);
  const range: [number, number] = [Math.min(...xs), Math.max(...xs)];
  const values = extentsOf(layers, data, () => true);
  const ratios = chart.relative
    ? axisIn('value', { values, label: names.y, isLog: chart.y_scale === 'log' })
    : undefined;
  const axis = ratios ?? valueAxis(chart, values, names.y, chart.y_scale);
  const isBars = chart.x === undefined;
  const layout = layoutOf({
    kind: layoutKind(chart.mark),
    single: isBars,
    style: (s) => styleOf(chart, s, series.length),
    count: series.length,
    xs,
    range,
    base: chart.relative ? 1 : chart.y_scale === 'log' ? axis.domain[0] : 0,
  });
  const run: PanelRun = {
    series,
    points: data.points,
    sweep: { ...data.sweep, running: false, held: false },
    x: undefined,
    at: undefined,
  };
  const props: ChartPanelProps = {
    id: chart.id,
    labelledby: '',
    describedby: '',
    chart,
    run,
    names,
    view: { x: chart.x_scale, y: chart.y_scale, range },
    values: axis,
    data,
    drawn: data,
    drawnNames: names,
    spots: undefined,
    isFaded: undefined,
    onlit: () => undefined,
    layers,
    layout,
    bracket: undefined,
    handle: undefined,
    fill: false,
    narrow: false,
    onzoom: undefined,
    chosen: undefined,
    choose: () => undefined,
    early: true,
  };
  const { default: Panel, sentence } = await panels[isBars ? 'bars' : 'axes']();
  const finding = `${chart.summary ?? sentence(chart, names, run, xs)}${data.doubt?.words ?? ''}`;
  const part: Undrawn = {
    kind: 'chart',
    id: chart.id,
    title: chart.title,
    words: `${finding} ${modelWords(data, names)}`,
    table: plainChart({ chart, names, sides: [data], marks: layers }),
  };
  const legend = layers.flatMap(({ legend }) => legend?.([data], layout) ?? []);
  return { part, finding, section: { legend, ...drawingIn(render(Panel, { props }).body) } };
}

const chartPart = (lab: Lab, { part, finding, section }: ChartDrawing): Part =>
  drawn(part, finding, [section], [originOf(lab)]);

const originOf = ({ title }: Lab): string => `Pathlength: ${title}`;

/** Describes the cell with the largest error, and the number of compared cells; undefined if nothing is compared. */
function comparisonWords(table: Table, result: NonNullable<TableRun['result']>): string | undefined {
  const { cells } = summarize([result]);
  const errors = Array.from(result.error, (error, at) => ({ error, at })).filter(({ error }) => Number.isFinite(error));
  const worst = errors.toSorted((a, b) => Math.abs(b.error) - Math.abs(a.error))[0];
  if (!worst) return undefined;
  const [row, column] = [Math.floor(worst.at / table.fields.length), worst.at % table.fields.length];
  const field = table.fields[column];
  const sorted = errors.map(({ error }) => Math.abs(error)).toSorted((a, b) => a - b);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)] ?? NaN;
  const place = [...new Set([field?.group, field?.title])].filter(Boolean).join(', ');
  return (
    `${counted(cells, 'cell', 'cells')} with a published and a model value: median error ${share(middle)}. ` +
    `The largest error is ${signed(worst.error)}: ${rowTitle(table, table.rows[row] ?? '')}, ${place} (published ` +
    `${cellText(table, row, column)}, model ${short(result.model[worst.at] ?? NaN)}).`
  );
}

/** Lists the numbers in the first row of a table. */
const firstRow = ({ columns, rows }: PlainTable): string =>
  `${counted(rows.length, 'row', 'rows')}; the first: ${columns.map((column, i) => `${column}: ${rows[0]?.[i] ?? ''}`).join('; ')}.`;

/** The height of a line of text in a drawn table, and the space between its columns, in pixels. */
const cellLine = 18;
const columnGap = 18;

/**
 * Returns the widths of columns: the space that their texts need, or less for the widest columns if not all columns
 * fit.
 */
function columnWidths(lines: readonly string[][], room: number): number[] {
  const widest = (one: (text: string) => number): number[] =>
    (lines[0] ?? []).map((_, i) => Math.max(...lines.map((line) => one(line[i] ?? ''))));
  const wantedWidths = widest(textWidth);
  const minWidths = widest((text) => Math.max(...text.split(/\s+/).map(textWidth)));
  const total = (limit: number): number =>
    wantedWidths.reduce((sum, width, i) => sum + Math.min(width, Math.max(limit, minWidths[i] ?? 0)), 0);
  let limit = Math.max(...wantedWidths);
  while (limit > 20 && total(limit) > room) limit -= 4;
  return wantedWidths.map((width, i) => Math.min(width, Math.max(limit, minWidths[i] ?? 0)));
}

/** Draws a table as it is: its cells, with lines between the rows. */
function gridOf({ columns, rows }: PlainTable): Section {
  const widths = columnWidths([columns, ...rows], drawingWidth - columnGap * (columns.length - 1));
  const starts = widths.map((_, i) => widths.slice(0, i).reduce((sum, width) => sum + width + columnGap, 0));
  let content = '';
  let y = 0;
  for (const [at, row] of [columns, ...rows].entries()) {
    const cells = row.map((text, i) => linesOf(text, 0.92 * (widths[i] ?? 0) + 1, 1));
    const height = cellLine * Math.max(...cells.map(({ length }) => length));
    for (const [i, lines] of cells.entries())
      for (const [line, text] of lines.entries())
        content += `<text class="${at === 0 ? 'axis-title' : 'key'}" x="${starts[i]}" y="${y + 13 + cellLine * line}">${escaped(text)}</text>`;
    y += height + 6;
    content += `<path class="${at === 0 ? 'axis' : 'grid'}" d="M0 ${y - 2}.5H${drawingWidth}"/>`;
  }
  return { legend: [], content, height: y };
}

/** Draws a table as pairs of values or, if nothing in it is compared, as it is. */
async function tablePart(lab: Lab, table: Table, answers: LabAnswers['tables'][string]): Promise<Part> {
  const run = new TableRun(lab, table);
  const result = {
    published: new Float64Array(),
    model: numbersOf(answers.model),
    half_width: numbersOf(answers.half),
    error: numbersOf(answers.error),
    role: Uint8Array.from(answers.role),
  };
  run.result = result;
  const finding = comparisonWords(table, result);
  const numbers = plainTable(run);
  const words = finding ?? firstRow(numbers);
  const part: Undrawn = { kind: 'table', id: table.id, title: table.title, words, table: numbers };
  const origin = [originOf(lab), `Source: ${table.source}.`];
  const pictures = picturesOf(lab, table, result);
  if (finding === undefined || pictures.length === 0) return drawn(part, table.note ?? '', [gridOf(numbers)], origin);
  const { default: TablePicture } = await import('../player/TablePicture.svelte');
  const html = render(TablePicture, { props: { lab, run, lit: new Lit(), id: table.id } }).body;
  const sections = html
    .split('class="picture')
    .slice(1)
    .map((one, i): Section => {
      const [, heading = ''] = /<h4[^>]*>([^]*?)<\/h4>/.exec(one) ?? [];
      const data = pictures[i]?.data;
      return { heading, legend: data ? dumbbell.legend([data]) : [], ...drawingIn(one) };
    });
  return drawn(part, finding, sections, origin);
}

type Model = Extract<Block, { kind: 'model' }>;

/** Returns the first chart after a block, or the last chart before it; undefined in a lab without charts. */
function nearest(blocks: readonly Block[], model: Model, charts: ReadonlyMap<string, ChartDrawing>) {
  const drawings = (part: readonly Block[]): ChartDrawing[] =>
    part.flatMap((block) => (block.kind === 'chart' && charts.get(block.id)) || []);
  const at = blocks.indexOf(model);
  return drawings(blocks.slice(at))[0] ?? drawings(blocks.slice(0, at)).at(-1);
}

/**
 * Draws a chart in place of an interactive model, which runs only in a browser. This chart is in the same step or, if
 * the step contains none, is the nearest chart of the lab. The picture's heading names the chart.
 */
function modelPart(lab: Lab, model: Model, charts: ReadonlyMap<string, ChartDrawing>): Part {
  const step = lab.steps.find(({ blocks }) => allBlocks(blocks).includes(model));
  const near = step && nearest(allBlocks(step.blocks), model, charts);
  const chart = near ?? nearest(blocksOf(lab), model, charts);
  const { kind, id, title } = model;
  const what = `An interactive model${step ? ` in the step “${step.title}”` : ''}: run it in the lab.`;
  const numbers = chart?.part.table ?? { columns: ['Setting', 'Value'], rows: [] };
  const caption = `Chart of the same ${near ? 'step' : 'lab'}: ${chart?.part.title}`;
  const part: Undrawn = {
    kind,
    id,
    title,
    words: chart ? `${what} ${caption}. ${chart.part.words}` : `${what} ${lab.summary}`,
    table: numbers,
    ...(chart && { tableTitle: caption }),
  };
  const sections = chart ? [{ ...chart.section, heading: caption, note: chart.finding }] : [];
  return drawn(part, chart ? what : `${what} ${lab.summary}`, sections, [originOf(lab)]);
}

/** Returns all charts, tables, and interactive models of a lab. */
export async function partsOf(lab: Lab, answers: LabAnswers): Promise<Part[]> {
  const blocks = blocksOf(lab);
  const drawings = await Promise.all(
    blocks.flatMap((block) => {
      const known = block.kind === 'chart' && answers.charts[block.id];
      return known ? [drawChart(lab, block as Chart, known)] : [];
    }),
  );
  const known = new Map(drawings.map((drawing) => [drawing.part.id, drawing]));
  const tables = lab.tables.flatMap((table) => {
    const known = answers.tables[table.id];
    return known ? [tablePart(lab, table, known)] : [];
  });
  const models = blocks.flatMap((block) => (block.kind === 'model' ? [modelPart(lab, block, known)] : []));
  return [...drawings.map((drawing) => chartPart(lab, drawing)), ...(await Promise.all(tables)), ...models];
}

/** A published and a computed value of the same cell, both positive. */
export type Pair = readonly [published: number, model: number];

/** Returns every published value of a lab with the model's value. */
export const pairsOf = (lab: Lab, { tables }: LabAnswers): Pair[] =>
  lab.tables.flatMap(({ id, cells }) => {
    const model = tables[id]?.model ?? [];
    return cells.flat().flatMap((published, at): Pair[] => {
      const computed = model[at] ?? NaN;
      return typeof published === 'number' && published > 0 && computed > 0 ? [[published, computed]] : [];
    });
  });
