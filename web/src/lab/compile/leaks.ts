// Answers that a reader can see before the prediction that asks for them.
import { agrees as agreesWith, cellScenario } from '../cells.ts';
import { layoutKind } from '../../charts/registry.ts';
import type { Chart, Figure, Lab, Predict, Scenario, Setting, Table } from '../types.ts';
import { seriesOf } from '../series.ts';
import type { LessonTools } from '../../engine/lesson-tools.ts';
import { placeIn } from './files.ts';
import type { Lesson, ShownItem } from './lesson.ts';
import { agrees, readPrinted, shortNumber } from './printed.ts';
import type { SourcePosition } from './problems.ts';
import { number } from './settings.ts';

/** One output of one scenario, or one published cell. */
interface Target {
  readonly output?: string;
  readonly scenario: Scenario;
  /** The setting along which a curve is drawn, and the points of the prediction. */
  readonly along?: { readonly name: string; readonly points: readonly number[] };
  /** The table, row, and column of a published answer. */
  readonly cell?: string;
  readonly isRatio: boolean;
}

/** The answer to a prediction. */
interface Answer {
  readonly targets: readonly Target[];
  /** The number, if the prediction asks for one. */
  readonly value?: number;
  readonly unit: string;
}

const cellNames = /published\(\s*(["'])([^"']*)\1\s*,\s*(?:(["'])([^"']*)\3|([-\d.]+))\s*,\s*(["'])([^"']*)\6\s*\)/g;

const cellName = (table: string, row: number | string, column: string): string => `${table}/${row}/${column}`;

/** Returns the published cells that an expression names, as `table/row/column`. */
const cellsIn = (expression: string): string[] =>
  [...expression.matchAll(cellNames)].map(([, , table = '', , word, digits, , column = '']) =>
    cellName(table, word ?? digits ?? '', column),
  );

/** Returns the published cell, if an expression consists of this cell alone. */
function onlyCell(expression: string): string | undefined {
  const [cell, ...more] = cellsIn(expression);
  return more.length === 0 && expression.trim().replace(cellNames, '') === '' ? cell : undefined;
}

function settingOf(word: string): Setting {
  return word === 'true' || word === 'false' ? word === 'true' : (number(word) ?? word);
}

/** A search of a lab's text for answers to its predictions. */
class LeakSearch {
  readonly #lesson: Lesson;
  readonly #lab: Lab;
  readonly #tools: LessonTools;

  constructor(lesson: Lesson, lab: Lab, tools: LessonTools) {
    this.#lesson = lesson;
    this.#lab = lab;
    this.#tools = tools;
  }

  /** Returns a published cell with its scenario; undefined for an unknown cell. */
  #cellTarget(name: string): Target | undefined {
    const [, id = '', row = '', column = ''] = /^([^/]*)\/(.*)\/([^/]*)$/.exec(name) ?? [];
    const table = this.#lesson.tables.get(id);
    const across = table?.fields.findIndex((field) => field.name === column) ?? -1;
    const down = table?.rows.findIndex((key) => String(key) === row) ?? -1;
    const field = table?.fields[across];
    if (!table || !field || down < 0) return undefined;
    return {
      ...(field.output !== undefined && { output: field.output }),
      scenario: cellScenario(table, down, field),
      cell: name,
      isRatio: field.unit === 'ratio',
    };
  }

  /** Returns the output and scenario of an expression such as `rate(stretch=1)`; undefined for any other expression. */
  #callTarget(expression: string): Target | undefined {
    const [, output = '', list = ''] = /^\s*(\w+)\(([^()]*)\)\s*$/.exec(expression) ?? [];
    if (!this.#lab.outputs || !Object.hasOwn(this.#lab.outputs, output)) return undefined;
    const said = [...list.matchAll(/([\w-]+)\s*=\s*([^,]+)/g)].map(([, name = '', word = '']) => [
      name,
      settingOf(word.trim()),
    ]);
    const settings = Object.fromEntries(said) as Scenario;
    return { output, scenario: { ...this.#lab.start, ...settings }, isRatio: false };
  }

  #value(expression: string, unit: string): number | undefined {
    try {
      const quantity = this.#tools.calculate(this.#lab, expression);
      const measured = this.#tools.measure(`${quantity.value} ${quantity.unit || 'ratio'}`, unit);
      return 'value' in measured ? measured.value : undefined;
    } catch {
      return undefined;
    }
  }

  #answer({ guess }: Predict): Answer {
    if (guess.kind === 'curve') {
      const scenario = { ...this.#lab.start, ...guess.scenario };
      // A given first point is drawn for the reader, so it is not part of the answer.
      const along = { name: guess.x, points: guess.given === undefined ? guess.points : guess.points.slice(1) };
      return { targets: [{ output: guess.y, scenario, along, isRatio: false }], unit: '' };
    }
    if (guess.kind === 'choice') return { targets: [], unit: '' };
    const cell = onlyCell(guess.answer);
    const target = cell === undefined ? this.#callTarget(guess.answer) : this.#cellTarget(cell);
    const value = this.#value(guess.answer, guess.unit);
    return { targets: target ? [target] : [], ...(value !== undefined && { value }), unit: guess.unit };
  }

  /** Returns whether a cell is the answer: the same cell, or the same output in the same scenario. */
  #isCell(table: Table, row: number, column: number, { output, scenario, along, cell }: Target): boolean {
    const field = table.fields[column];
    if (!field) return false;
    if (cell === cellName(table.id, table.rows[row] ?? '', field.name)) return true;
    if (cell !== undefined || output === undefined || field.output !== output || field.unit === 'ratio') return false;
    const own = { ...this.#lab.start, ...cellScenario(table, row, field) };
    return Object.entries(own).every(([name, value]) =>
      name === along?.name ? along.points.includes(Number(value)) : scenario[name] === value,
    );
  }

  #hasCell(table: Table, target: Target): boolean {
    return table.rows.some((_, row) => table.fields.some((_, column) => this.#isCell(table, row, column, target)));
  }

  #chartShows(chart: Chart, { output, scenario, along, isRatio }: Target): boolean {
    if (output === undefined || chart.per !== undefined || ![chart.y, ...(chart.also ?? [])].includes(output))
      return false;
    if (chart.relative !== isRatio) return false;
    const { x, values = [] } = chart;
    if (along !== undefined && x !== along.name) return false;
    const isDrawn = (at: number): boolean =>
      layoutKind(chart.mark) === 'rows'
        ? values.includes(at)
        : at >= (values[0] ?? NaN) && at <= (values.at(-1) ?? NaN);
    const isWithin = x === undefined || (along?.points ?? [Number(scenario[x])]).some(isDrawn);
    const fixed = Object.fromEntries(Object.entries(scenario).filter(([name]) => name !== x));
    return isWithin && seriesOf(this.#lab, chart, this.#lab.start).some((series) => agreesWith(fixed, series.scenario));
  }

  #figureShows({ text, expression }: Figure, answer: Answer): boolean {
    if (expression === undefined) return false;
    const cell = onlyCell(expression);
    const shown = cell === undefined ? this.#callTarget(expression) : this.#cellTarget(cell);
    for (const wanted of answer.targets) {
      if (cell !== undefined && wanted.cell === cell) return true;
      if (wanted.along || wanted.isRatio || !shown || shown.isRatio || shown.output !== wanted.output) continue;
      const scenario = { ...this.#lab.start, ...shown.scenario };
      if (Object.entries(scenario).every(([name, value]) => wanted.scenario[name] === value)) return true;
    }
    // Another published cell may have the same number by chance; a computed number equals the answer only if it is the
    // same quantity.
    if (cell !== undefined || answer.value === undefined || !readPrinted(text, this.#lesson.language)) return false;
    const value = this.#value(expression, answer.unit);
    return value !== undefined && Math.abs(value - answer.value) <= 1e-9 * Math.abs(answer.value);
  }

  /**
   * Returns the offset of the answer's number in plain text, with at least three digits, or two in the prediction's own
   * step; undefined without such a number.
   */
  #offsetIn(text: string, { value, unit }: Answer, isSameStep: boolean): number | undefined {
    if (value === undefined) return undefined;
    return [...text.matchAll(/(?<![\w.,/-])\d(?:[.,]?\d)*(?![\w/])/g)].find(({ 0: found, index }) => {
      const printed = readPrinted(found, this.#lesson.language);
      const digits = found.replace(/\D/g, '').replace(/^0+/, '');
      const isPercent = unit === '%' || !/^\s*(?:%|percent)/.test(text.slice(index + found.length));
      return printed !== undefined && isPercent && digits.length >= (isSameStep ? 2 : 3) && agrees(printed, value);
    })?.index;
  }

  /** Returns how and where an item shows an answer; undefined if it does not. */
  #shows({ content, place }: ShownItem, answer: Answer, isSameStep: boolean): [string, SourcePosition] | undefined {
    const found = (message: string): [string, SourcePosition] => [message, place];
    const printed = answer.value === undefined ? 'the answer' : `the answer, ${shortNumber(answer.value)},`;
    switch (content.kind) {
      case 'text': {
        const offset = this.#offsetIn(content.text, answer, isSameStep);
        return offset === undefined ? undefined : [`this says ${printed}`, placeIn(content.text, offset, place)];
      }
      case 'figure':
        return this.#figureShows(content.figure, answer) ? found(`this figure is ${printed}`) : undefined;
      case 'chart':
        return answer.targets.some((target) => this.#chartShows(content.chart, target))
          ? found(`the chart shows ${printed}`)
          : undefined;
      case 'table': {
        const table = this.#lesson.tables.get(content.table);
        return table && answer.targets.some((target) => this.#hasCell(table, target))
          ? found(`the table has ${printed}`)
          : undefined;
      }
      case 'predict':
        return undefined;
    }
  }

  /** Returns the published cells that the reveal of a prediction names. */
  #evidence({ id }: Predict): Target[] {
    return this.#lesson.shown.flatMap(({ content, reveal }) =>
      reveal === id && content.kind === 'figure'
        ? cellsIn(content.figure.expression ?? '').flatMap((cell) => this.#cellTarget(cell) ?? [])
        : [],
    );
  }

  /** Reports everything that shows the answer to a prediction before its reveal opens. */
  check(at: number): void {
    const { shown } = this.#lesson;
    const own = shown[at];
    if (own?.content.kind !== 'predict' || own.content.shown !== undefined) return;
    const { predict } = own.content;
    const answer = this.#answer(predict);
    const evidence: Answer = { targets: this.#evidence(predict), unit: '' };
    shown.forEach((item, index) => {
      if (item.reveal === predict.id) return;
      const isSameStep = item.step === own.step;
      // A later chart or table of the step is already on the page, unless a reveal hides it.
      const isBeside = isSameStep && item.reveal === undefined && ['chart', 'table'].includes(item.content.kind);
      if (index >= at && !isBeside) return;
      const found =
        this.#shows(item, answer, isSameStep) ?? (isBeside ? this.#shows(item, evidence, isSameStep) : undefined);
      if (found)
        item.source.error(
          found[1],
          `${found[0]} to "${predict.id}" (line ${own.place.line}), before the question: move it into the reveal, ` +
            `ask for something else, or give the reason in shown="…" of the predict`,
        );
    });
  }
}

/** Reports text, figures, tables, and charts that show the answer to a prediction too early. */
export function checkLeaks(lesson: Lesson, lab: Lab, tools: LessonTools): void {
  const search = new LeakSearch(lesson, lab, tools);
  lesson.shown.forEach((_, at) => {
    search.check(at);
  });
}
