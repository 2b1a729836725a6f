// How a scene shows its figure: a view of a chart, factors between series, and a highlighted cell.
import { published, rowTitle, rowValue } from '../cells.ts';
import type { SceneLook } from '../commands.ts';
import { seriesOf } from '../series.ts';
import type { Block, Chart, Lab } from '../types.ts';
import type { SceneReference } from './lesson.ts';
import type { SceneWords } from './scene-words.ts';
import { hint } from './suggest.ts';

/** A figure that a scene can show. */
export type SceneFigure = Extract<Block, { kind: 'chart' | 'model' | 'breakdown' | 'table' }>;

const views = ['value', 'ratio', 'error'];

/** The view in which a scene shows its figure, and the words that describe this view. */
export interface CompiledLook {
  look: SceneLook;
  words: string[];
}

/** Returns the cells of the published values that a chart shows in a scene. */
const cellsOn = (lab: Lab, chart: Chart, { settings }: SceneReference): string[] =>
  seriesOf(lab, chart, { ...lab.start, ...settings }).flatMap(({ scenario }) =>
    published(lab, chart.y, scenario).map(({ cell }) => cell),
  );

/** Returns a scene's view of a chart; reports a view that the chart does not have, and returns undefined. */
function viewOf(lab: Lab, chart: Chart, scene: SceneReference): string | undefined {
  const { text = '', place = scene.place } = scene.look.view ?? {};
  const problem = !views.includes(text)
    ? `view of scene must be one of ${views.join(', ')}, not "${text}"`
    : text === 'ratio' && chart.relative
      ? `"${chart.id}" already shows ratios: remove view`
      : text === 'ratio' && chart.series === undefined
        ? `"${chart.id}" has one series, so there is no ratio to show: remove view`
        : text === 'error' && cellsOn(lab, chart, scene).length === 0
          ? `"${chart.id}" shows no published value in this scene, so there is no error to show: remove view`
          : undefined;
  if (problem === undefined) return text;
  scene.source.error(place, problem);
  return undefined;
}

/** Parses a bracket of series titles, with or without a word before them, such as `code: R13, v4 / V2R1, v4`. */
function readBracket(text: string, titles: readonly string[]): { word: string; ends: string[] } {
  const ends = text.split(' / ').map((end) => end.trim());
  const [, word = '', first = ''] = /^([^:]+):\s+(.*)$/.exec(ends[0] ?? '') ?? [];
  return titles.includes(ends[0] ?? '') || word === '' ? { word: '', ends } : { word, ends: [first, ...ends.slice(1)] };
}

/** Returns the factors that a scene shows in a chart, by the indexes of their series; reports invalid factors. */
function bracketsOf(
  lab: Lab,
  chart: Chart,
  { look: { bracket }, source }: SceneReference,
  sceneWords: SceneWords,
): CompiledLook {
  if (!bracket) return { look: {}, words: [] };
  const { text, place } = bracket;
  const titles = (chart.series === undefined ? [] : (lab.series[chart.series] ?? [])).map(({ title }) => title);
  const wrong = (message: string): CompiledLook => {
    source.error(place, message);
    return { look: {}, words: [] };
  };
  if (titles.length < 2 || chart.mark !== 'line')
    return wrong(`a bracket needs two lines, but "${chart.id}" has ${chart.mark === 'line' ? 'one' : 'none'}`);
  const brackets = text.split(';').map((part) => readBracket(part.trim(), titles));
  for (const { word, ends } of brackets) {
    const [first, second] = ends;
    if (ends.length !== 2 || first === second)
      return wrong('a bracket must be written as "word: one series / another", with semicolons between brackets');
    if (!/^[\p{L}\d -]*$/u.test(word))
      return wrong(`the word of a bracket must contain only letters and digits, not "${word}"`);
    const unknown = ends.find((end) => !titles.includes(end));
    if (unknown !== undefined) return wrong(`"${chart.id}" has no series "${unknown}"${hint(unknown, titles)}`);
  }
  const encoded = brackets.map(({ word, ends }) => `${word}:${ends.map((end) => titles.indexOf(end)).join('-')}`);
  return {
    look: { bracket: encoded.join(';') },
    words: brackets.map(({ word, ends }) => sceneWords.factor(word, ends)),
  };
}

/** Returns the cell that a scene highlights; reports a cell that the figure does not show. */
function highlightOf(
  lab: Lab,
  figure: SceneFigure,
  scene: SceneReference,
  { amount, marked, text: inLanguage }: SceneWords,
): CompiledLook {
  const none = { look: {}, words: [] };
  const { text, place } = scene.look.highlight ?? {};
  if (text === undefined) return none;
  const wrong = (message: string): CompiledLook => {
    scene.source.error(place ?? scene.place, message);
    return none;
  };
  const [, id = '', row = '', column = ''] = /^([^/]*)\/(.*)\/([^/]*)$/.exec(text) ?? [];
  const table = lab.tables.find((one) => one.id === id);
  const key = table?.rows.find((one) => String(one) === row);
  const field = table?.fields.find(({ name }) => name === column);
  if (!id) return wrong('a cell is written as table/row/column');
  if (!table)
    return wrong(
      `the lab has no table "${id}"${hint(
        id,
        lab.tables.map((one) => one.id),
      )}`,
    );
  if (key === undefined) return wrong(`table ${id} has no row "${row}"${hint(row, table.rows.map(String))}`);
  if (!field)
    return wrong(
      `table ${id} has no column "${column}"${hint(
        column,
        table.fields.map(({ name }) => name),
      )}`,
    );
  if (figure.kind === 'chart' && !cellsOn(lab, figure, scene).includes(text))
    return wrong(`"${figure.id}" does not show the cell ${text} in this scene`);
  if (figure.kind === 'table' && figure.table !== id)
    return wrong(`"${figure.id}" shows the table ${figure.table}: name a cell of it`);
  const named =
    typeof key === 'number' && rowValue(table, key)?.title === undefined
      ? amount(key, '')
      : inLanguage(rowTitle(table, key));
  return { look: { highlight: text }, words: [marked(inLanguage(field.group), named)] };
}

/** Returns a scene's view of its figure, once the whole lab is read; reports what the figure cannot show. */
export function lookOf(lab: Lab, figure: SceneFigure, scene: SceneReference, sceneWords: SceneWords): CompiledLook {
  const { look, source } = scene;
  const isChart = figure.kind === 'chart';
  for (const name of ['view', 'bracket'] as const)
    if (look[name] && !isChart)
      source.error(look[name].place, `${name} is for charts, but "${figure.id}" is a ${figure.kind}`);
  if (look.highlight && !isChart && figure.kind !== 'table')
    source.error(look.highlight.place, `highlight is for charts and tables, but "${figure.id}" is a ${figure.kind}`);
  const view = isChart && look.view ? viewOf(lab, figure, scene) : undefined;
  const brackets = isChart ? bracketsOf(lab, figure, scene, sceneWords) : undefined;
  const light = isChart || figure.kind === 'table' ? highlightOf(lab, figure, scene, sceneWords) : undefined;
  const viewWords = sceneWords.views[view ?? ''];
  return {
    look: { ...(view !== undefined && { view }), ...brackets?.look, ...light?.look },
    words: [...(viewWords === undefined ? [] : [viewWords]), ...(brackets?.words ?? []), ...(light?.words ?? [])],
  };
}
