// The model that a lab declares in `model.toml`.
import type { LessonTools } from '../../engine/lesson-tools.ts';
import type { Declaration, Description } from '../types.ts';
import type { SourceFile } from './files.ts';
import { readSource, type LabFiles } from './files.ts';
import type { Head } from './head.ts';
import { inheritBeside } from './inherited.ts';
import { fits, get, isOneOf, plain, type Item, type Shape } from './located.ts';
import { compileParameters } from './parameters.ts';
import { Problems, top, type SourcePosition } from './problems.ts';
import { readToml } from './toml.ts';

/** The names of models that are declared in a lab. */
export const declaredModels: readonly string[] = ['formula', 'network', 'trace'];

const file = 'model.toml';

/** Fields that are expressions: mistakes are reported at their position within the expression. */
const expressions = [
  ...['is', 'count'],
  ...['servers', 'population', 'think_time', 'rate', 'service', 'visits', 'variation', 'seed', 'runs', 'precision'],
  ...['size', 'skew', 'hot', 'locality', 'phase', 'weight', 'from', 'to'],
  ...['blocks', 'new_share', 'remembered_share', 'requests', 'warm_up'],
];

/** Fields that accept only certain words, each with the list whose entries have the field. */
const words = [
  { list: 'settings', field: 'kind', words: ['number', 'choice', 'switch'] },
  { list: 'stations', field: 'kind', words: ['queue', 'delay'] },
  { list: 'stations', field: 'discipline', words: ['fifo', 'ps'] },
  { list: 'streams', field: 'kind', words: ['uniform', 'zipf', 'working_set', 'loop', 'scan'] },
];

const shapes = {
  settings: {
    name: 'text',
    title: 'text',
    kind: 'text',
    unit: 'text?',
    min: 'number?',
    max: 'number?',
    whole: 'switch?',
    words: 'list of texts?',
    default: 'setting?',
  },
  constants: { name: 'text', title: 'text', unit: 'text?', source: 'text', by: 'text', rows: 'list of pairs' },
  stations: { name: 'text', title: 'text', kind: 'text', servers: 'text?', discipline: 'text?' },
  classes: { name: 'text', title: 'text', population: 'text?', think_time: 'text?', rate: 'text?' },
  demands: { class: 'text', station: 'text', service: 'text', visits: 'text?', variation: 'text?' },
  streams: {
    name: 'text',
    title: 'text',
    kind: 'text',
    size: 'text?',
    skew: 'text?',
    hot: 'text?',
    locality: 'text?',
    phase: 'text?',
    over: 'text?',
    weight: 'text?',
    from: 'text?',
    to: 'text?',
  },
  ranges: { name: 'text', title: 'text', from: 'text', to: 'text' },
  terms: {
    name: 'text',
    title: 'text',
    unit: 'text?',
    is: 'text',
    part_of: 'list of texts?',
    place: 'text?',
    count: 'text?',
  },
  outputs: { name: 'text', title: 'text', unit: 'text?', is: 'text?', terms: 'text?', half_width: 'text?' },
} satisfies Record<string, Shape>;

const solution: Shape = { method: 'text?', seed: 'text?', runs: 'text?', precision: 'text?' };

const cache: Shape = {
  name: 'text',
  title: 'text',
  policy: 'text',
  blocks: 'text',
  unit: 'text?',
  new_share: 'text?',
  remembered_share: 'text?',
  requests: 'text',
  warm_up: 'text?',
  seed: 'text?',
};

const lists: Shape = {
  settings: 'list of maps?',
  constants: 'list of maps?',
  stations: 'list of maps?',
  classes: 'list of maps?',
  demands: 'list of maps?',
  solution: 'map?',
  streams: 'list of maps?',
  ranges: 'list of maps?',
  cache: 'map?',
  terms: 'list of maps?',
  outputs: 'list of maps',
};

/** Returns whether the file has the lists of a declaration and the fields of their entries; reports deviations. */
const hasShape = (source: SourceFile, root: Item): boolean =>
  fits(source, root, lists, file) &&
  Object.entries(shapes).every(([list, shape]) =>
    (get(root, list)?.list ?? []).map((entry) => fits(source, entry, shape, `[[${list}]]`)).every(Boolean),
  ) &&
  [get(root, 'solution') ?? []].flat().every((entry) => fits(source, entry, solution, '[solution]')) &&
  [get(root, 'cache') ?? []].flat().every((entry) => fits(source, entry, cache, '[cache]')) &&
  words.every(({ list, field, words }) =>
    (get(root, list)?.list ?? [])
      .flatMap((entry) => get(entry, field) ?? [])
      .every((word) => isOneOf(source, word, words, `\`${field}\``)),
  );

/**
 * Returns the units of the lab's parameters by name; undefined if `parameters.toml` has mistakes, which are reported
 * when the parameters are compiled.
 */
function unitsOf(files: LabFiles, head: Head): Record<string, string> | undefined {
  const silent = new Problems();
  const source = readSource(files, 'parameters.toml', silent);
  const tables = head.tables.map(({ name }) => name);
  const parameters = source ? compileParameters(source, tables, inheritBeside(files, [])) : {};
  if (silent.failed) return undefined;
  return Object.fromEntries(Object.entries(parameters).map(([name, { unit }]) => [name, unit]));
}

/**
 * Returns the position of byte `offset` of a field's text, if the text is on the line of its field; otherwise, the
 * position of the field.
 */
function inText({ text }: SourceFile, place: SourcePosition, offset: number): SourcePosition {
  const line = text.split('\n')[place.line - 1] ?? '';
  const start = /=\s*["'](?!["'])/.exec(line);
  return start ? { line: place.line, column: start.index + start[0].length + 1 + offset } : place;
}

/** A declared model: its declaration, and its settings and outputs. */
export interface DeclaredModel {
  readonly declaration: Declaration;
  readonly description: Description;
}

/** Reads the model that a lab declares; reports problems and returns undefined if there are any. */
export function readDeclared(
  files: LabFiles,
  main: SourceFile,
  head: Head,
  tools: LessonTools | undefined,
): DeclaredModel | undefined {
  const { problems } = main;
  if (files.read(file) === undefined) {
    main.error(head.model.place, `the lab must declare the model ${head.model.name}: write it in ${file}`);
    return undefined;
  }
  const source = readSource(files, file, problems);
  const root = source && readToml(source);
  if (!root || !hasShape(source, root)) return undefined;
  const declaration = plain(root) as Declaration;
  if (!tools?.declareModel) return undefined;
  const units = unitsOf(files, head);
  if (!units) return undefined;
  const found = tools.declareModel(declaration, units, head.model.name);
  if (typeof found === 'string') return source.error(top, found);
  if ('description' in found) return { declaration, description: found.description };
  const list = get(root, found.list);
  const entry = list?.list ? list.list[found.at] : list;
  const field = entry && get(entry, found.field);
  const place = field?.place ?? entry?.place ?? top;
  return source.error(expressions.includes(found.field) ? inText(source, place, found.offset) : place, found.message);
}
