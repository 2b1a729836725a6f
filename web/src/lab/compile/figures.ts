// Figures: numbers in running text with a source, written as links with a custom scheme.
import type { Figure, Inline, Table } from '../types.ts';
import type { SourceFile } from './files.ts';
import type { Lesson, BlockContext } from './lesson.ts';
import { agrees, readPrinted, shortNumber } from './printed.ts';
import type { SourcePosition } from './problems.ts';
import { hint } from './suggest.ts';

/** A link as written in the text. */
export interface FigureLink {
  readonly text: string;
  readonly url: string;
  readonly title: string;
  readonly place: SourcePosition;
}

type Reader = (
  lesson: Lesson,
  source: SourceFile,
  rest: string,
  link: FigureLink,
  where: BlockContext,
) => Inline | undefined;

const figure = (parts: Figure): Inline => ({ kind: 'figure', ...parts });

/** Returns the position after the scheme in the link's address, if the link's text is written literally. */
const inAddress = ({ text, place }: FigureLink, scheme: string, bracket: number): SourcePosition => ({
  line: place.line,
  column: place.column + text.length + 3 + bracket + scheme.length + 1,
});

const sourceOfCell = (table: Table, row: string, at: number): string => {
  const { group = '', title = '' } = table.fields[at] ?? {};
  return `${table.source}: ${table.row.title} ${row}, ${group}, ${title}`;
};

/** A cell of a table, by row and column index. */
interface Cell {
  readonly table: Table;
  readonly row: number;
  readonly column: number;
}

/**
 * Returns the cell written as table/row/column; reports an unknown cell and, with the message `usage`, any other form.
 */
export function findCell(
  lesson: Lesson,
  source: SourceFile,
  { text, place, usage }: { text: string; place: SourcePosition; usage: string },
): Cell | undefined {
  const [, id = '', key = '', name = ''] = /^([^/]*)\/(.*)\/([^/]*)$/.exec(text) ?? [];
  if (!id || !key || !name) {
    source.error(place, usage);
    return undefined;
  }
  const table = lesson.table(source, id, place);
  if (!table) return undefined;
  const rows = table.rows.map(String);
  const [row, column] = [rows.indexOf(key), table.fields.findIndex((field) => field.name === name)];
  if (row < 0) source.error(place, `table ${id} has no row "${key}"${hint(key, rows)}`);
  const columns = table.fields.map(({ name }) => name);
  if (column < 0) source.error(place, `table ${id} has no column "${name}"${hint(name, columns)}`);
  return row < 0 || column < 0 ? undefined : { table, row, column };
}

/** Returns the expression for a cell's published value. */
export const publishedExpression = ({ table, row, column }: Cell): string =>
  `published("${table.id}", ${JSON.stringify(table.rows[row])}, "${table.fields[column]?.name}")`;

const published: Reader = (lesson, source, rest, { text, place }) => {
  const usage = 'a published figure is written as [text](published:table/row/column)';
  const cell = findCell(lesson, source, { text: rest, place, usage });
  if (!cell) return undefined;
  const { table, row: down, column: across } = cell;
  const { id } = table;
  const [row, column] = [String(table.rows[down]), table.fields[across]?.name];
  const value = table.cells[down]?.[across] ?? null;
  const printed = readPrinted(text, lesson.language);
  if (value === null) source.error(place, `table ${id} has no value in row ${row}, column ${column}`);
  else if (!printed) source.error(place, `"${text}" is not a number`);
  else if (typeof value === 'string')
    source.error(place, `table ${id} has only a bound there, ${value}: state it in words and cite the source`);
  else {
    const shown = printed.words.startsWith('%') && table.fields[across]?.unit === 'ratio' ? value * 100 : value;
    if (!agrees(printed, shown))
      source.error(place, `the table has ${shortNumber(shown)} there, but the text says "${text}"`);
  }
  return figure({
    text,
    origin: 'published',
    source: sourceOfCell(table, row, across),
    expression: publishedExpression(cell),
  });
};

/** Returns the tables that an expression names; unknown tables are reported with the expression. */
const tablesIn = (expression: string): string[] =>
  [...expression.matchAll(/published\(\s*"([^"]*)"/g)].map(([, id = '']) => id);

function computed(origin: 'derived' | 'model'): Reader {
  return (lesson, source, rest, link) => {
    const expression = rest.trim();
    if (expression === '') {
      source.error(link.place, `write an expression for the number after ${origin}:`);
      return undefined;
    }
    const tables = tablesIn(expression).flatMap((id) => {
      lesson.usedTables.add(id);
      return lesson.tables.get(id)?.source ?? [];
    });
    const from = origin === 'model' ? 'The model of this lab' : [...new Set(tables)].join('; ') || 'Computed here';
    const made: Figure = { text: link.text, origin, source: link.title || from, expression };
    lesson.expressions.push({ source, place: inAddress(link, origin, 1), text: rest, wanted: { kind: 'number' } });
    lesson.figures.push({ source, place: link.place, figure: made });
    return figure(made);
  };
}

const readers: Record<string, Reader> = {
  published,
  derived: computed('derived'),
  model: computed('model'),
  assumed: (_, source, rest, { text, title, place }) => {
    const reason = title || (/\s/.test(rest) ? rest : '');
    if (reason.trim() === '')
      source.error(place, 'an assumed figure needs a reason: [text](<assumed:why> "the reason")');
    return figure({ text, origin: 'assumed', source: reason });
  },
  documented: (lesson, source, rest, { text, title, place }) => {
    const document = lesson.document(source, rest, place);
    const cited = document ? [document.cite, title].filter(Boolean).join(', ') : '';
    return figure({ text, origin: 'documented', source: cited });
  },
  draw: (_, source, rest, { place }, { draws }) => {
    const names = (draws ?? []).map(({ name }) => name);
    if (!draws) source.error(place, 'only the text of a question can name its randomized numbers');
    else if (!names.includes(rest)) source.error(place, `the question draws no "${rest}"${hint(rest, names)}`);
    return { kind: 'drawn', name: rest };
  },
};

/** Reads a link whose address gives a figure's source; undefined for an ordinary link. */
export function readFigure(
  lesson: Lesson,
  source: SourceFile,
  link: FigureLink,
  where: BlockContext,
): { inline: Inline } | undefined {
  const [, scheme = '', rest = ''] = /^([a-z]+):([\s\S]*)$/.exec(link.url) ?? [];
  const reader = Object.hasOwn(readers, scheme) ? readers[scheme] : undefined;
  if (!reader) return undefined;
  return { inline: reader(lesson, source, rest, link, where) ?? { kind: 'text', text: link.text } };
}

/** The schemes of figures, to suggest for a misspelled scheme. */
export const figureSchemes = Object.keys(readers);
