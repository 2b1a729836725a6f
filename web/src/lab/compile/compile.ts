// Compiles a lab's folder to one structure of plain data, the same in Node and in a browser.
import type { LabCard } from '../card.ts';
import { currentModelName } from '../models.ts';
import type { Description, Lab, Table } from '../types.ts';
import { checkBaselines } from './baselines.ts';
import { BlockReader } from './blocks.ts';
import { checkCard, readCard } from './card.ts';
import * as checks from './checks.ts';
import { checkCommands, checkUnits } from './commands.ts';
import { checkChosenWith, checkFittedOn } from './chosen.ts';
import { declaredModels, readDeclared } from './declared.ts';
import { readSource, type LabFiles, type SourceFile } from './files.ts';
import { readFit } from './fit.ts';
import { adviceSource, checkAliases, currentIds, readHead, readSeries, type Head } from './head.ts';
import { inheritBeside } from './inherited.ts';
import { readInventory, type Inventory } from './inventory.ts';
import { checkLeaks } from './leaks.ts';
import { Lesson } from './lesson.ts';
import { readMarkdown, splitFrontMatter } from './markdown.ts';
import { compileParameters } from './parameters.ts';
import { Problems, top, type Problem, type SourcePosition } from './problems.ts';
import { Quantities, readOutputs } from './quantities.ts';
import { Vocabulary } from './settings.ts';
import { englishWords } from './scene-words.ts';
import { readSteps } from './steps.ts';
import { hint } from './suggest.ts';
import { readSummaries, type Summaries } from './recorded.ts';
import { checkRetyped } from './retyped.ts';
import { checkRoles } from './roles.ts';
import { TablePlaces } from './table-places.ts';
import { compileTable, csvOf } from './tables.ts';
import type { TeacherGuide } from './teacher.ts';
import { checkTerms } from './terms.ts';
import type { LessonTools } from '../../engine/lesson-tools.ts';
import { readYaml } from './yaml.ts';

export interface Compiled {
  /** The lab; undefined if it has errors. */
  readonly lab?: Lab;
  /** The lab's presentation in lists of labs. */
  readonly card: LabCard;
  readonly teacher: TeacherGuide;
  /** The inventory of the lab's sources, if the lab has one. */
  readonly inventory?: Inventory;
  /** All ids, in text order. */
  readonly ids: readonly string[];
  readonly problems: readonly Problem[];
  /** The lab's source positions, for checks that run its model. */
  readonly written?: WrittenLab;
}

/** The files of a compiled lab and the positions in them. */
export interface WrittenLab {
  readonly main: SourceFile;
  readonly tables: ReadonlyMap<string, TablePlaces>;
  /** All items with an id. */
  readonly named: Lesson['named'];
  readonly choices: Lesson['choices'];
  readonly claims: Lesson['claims'];
  /** The position of the lab's start settings. */
  readonly start: SourcePosition;
  /** Charts with a reason why they differ from a table. */
  readonly differing: Lesson['differing'];
  /** All problems; further checks add to them. */
  readonly problems: Problems;
  /** Reports an out-of-date record of the lab's errors; undefined if the record is up to date. */
  readonly reportStale?: () => void;
}

const withoutEnding = (name: string): string => name.replace(/\.\w+$/, '');

/** Reads the tables named in the front matter; fills `places` with their positions. */
function readTables(
  files: LabFiles,
  main: SourceFile,
  head: Head,
  vocabulary: Vocabulary | undefined,
  places: Map<string, TablePlaces>,
): Table[] {
  const present = new Set(files.list('data').map(withoutEnding));
  const read = new Set(head.tables.map(({ name }) => name));
  const tables = head.tables.flatMap(({ name, place }) => {
    if (!present.has(name)) {
      main.error(place, `there is no data/${name}.toml${hint(name, present)}`);
      return [];
    }
    const toml = readSource(files, `data/${name}.toml`, main.problems);
    const values = toml ? csvOf(name, toml) : name;
    if (values === undefined) return [];
    read.add(values);
    const csv = readSource(files, `data/${values}.csv`, main.problems);
    const table = toml && csv && compileTable(name, toml, csv, vocabulary);
    if (table) places.set(name, new TablePlaces(toml, csv));
    return table ?? [];
  });
  // A file without a description is not a table: other tools of the lab may store values there.
  for (const name of new Set(
    files
      .list('data')
      .filter((file) => file.endsWith('.toml'))
      .map(withoutEnding),
  ))
    if (!read.has(name))
      main.error(head.tables[0]?.place ?? top, `\`tables\` does not name data/${name}.toml: add ${name} to it`);
  return tables;
}

/** Reads the front matter and returns it with the text after it; undefined if the front matter is invalid. */
function readFrontMatter(
  files: LabFiles,
  problems: Problems,
): { main: SourceFile; head: Head; rest: string } | undefined {
  const main = readSource(files, 'lab.md', problems);
  if (!main) return undefined;
  const split = splitFrontMatter(main.text);
  if (!split) main.error(top, 'begin with front matter: `title`, `model`, and `tables` between two lines of ---');
  const matter = split && readYaml(main, split.matter, 2);
  const head = matter && readHead(main, matter);
  return split && head && { main, head, rest: split.rest };
}

/** Returns the name of a lab's model, for which the compiler needs tools; undefined if the lab names no model. */
export function modelOf(files: LabFiles): string | undefined {
  const name = readFrontMatter(files, new Problems())?.head.model.name;
  return name === undefined ? undefined : currentModelName(name);
}

/**
 * Compiles a lab with the tools of its model, if the model is known. Reports all problems; if one of them is an error,
 * there is no lab.
 */
export function compile(files: LabFiles, tools: LessonTools | undefined): Compiled {
  const problems = new Problems();
  const front = readFrontMatter(files, problems);
  if (!front) return { card: {}, teacher: { notes: [], remarks: [] }, ids: [], problems: problems.sorted() };

  const { main, head } = front;
  const isDeclared = declaredModels.includes(head.model.name);
  const declared = isDeclared ? readDeclared(files, main, head, tools) : undefined;
  const description = isDeclared ? declared?.description : tools?.describeModel(currentModelName(head.model.name));
  if (!isDeclared) checkUndeclared(files, main, head, description);
  const vocabulary = description && new Vocabulary(description);
  const places = new Map<string, TablePlaces>();
  const tables = readTables(files, main, head, vocabulary, places);
  const parameterFile = readSource(files, 'parameters.toml', problems);
  const parameters =
    parameterFile &&
    compileParameters(
      parameterFile,
      head.tables.map(({ name }) => name),
      inheritBeside(files, tables),
    );
  checkBaselines(tables, places);
  if (parameterFile) {
    checkChosenWith(parameterFile, tables);
    checkFittedOn(parameterFile, tables);
  }
  const { summaries: recorded, reportStale } = readSummaries(files, tables, parameters ?? {}, problems);
  const series = readSeries(main, head.series, vocabulary);
  const quantities = new Quantities(description?.outputs ?? [], tables, readOutputs(main, head.outputs, vocabulary));
  const lesson = new Lesson({
    id: files.id,
    parameters,
    language: files.language ?? 'en',
    sceneWords: files.sceneWords ?? englishWords,
    sources: new Map(Object.entries(head.sources)),
    terms: head.terms,
    tables: new Map(tables.map((table) => [table.id, table])),
    broken: new Set(head.tables.map(({ name }) => name).filter((name) => !tables.some(({ id }) => id === name))),
    series: new Set(Object.keys(series)),
    vocabulary,
    quantities,
  });
  const card = readCard(lesson, main, head);
  const root = readMarkdown(main, front.rest);
  const text = root ? readSteps(lesson, main, root) : { introduction: [], steps: [] };
  const notes = readNotes(files, lesson, problems);
  const inventory = readInventory(
    files,
    { lesson, sources: head.sources, tables, parameters: Object.keys(parameters ?? {}) },
    problems,
  );

  const advice = adviceSource(main, head);
  const lab: Lab = {
    format: 2,
    id: files.id,
    title: head.title,
    summary: head.summary,
    ...(head.minutes !== undefined && { minutes: head.minutes }),
    model: currentModelName(head.model.name),
    sources: head.sources,
    ...(advice && { advice }),
    start: vocabulary?.fromItem(main, head.start) ?? {},
    series,
    outputs: quantities.outputs,
    ...(description && { description }),
    ...(declared && { declaration: declared.declaration }),
    tables: tables.map((table) => withRecord(table, recorded)),
    ...(recorded && { recorded: recorded.all }),
    ...readFit(files, parameters ?? {}, tables, problems),
    ...(head.aliases.size > 0 && { aliases: currentIds(head) }),
    ...text,
  };
  const ids = new Set(lesson.named.keys());
  if (root) checkAliases(main, head, ids);
  checks.checkReferences(lesson, head);
  checks.checkReveals(lesson, main);
  checkCard(lesson, main, head);
  checkTerms(main, head.terms, lesson.language);
  checkCommands(lesson, lab);
  checks.warnOfUnused(lesson, main, head, lab);
  for (const { source, place, file } of lesson.images)
    if (!files.list('images').includes(file.slice('images/'.length))) source.error(place, `there is no ${file}`);
  // A broken block is missing, and so are its ids and those inside it: references are checked only if all blocks were
  // read.
  if (!problems.failed) {
    const published = files.read('ids.txt') === undefined ? undefined : readSource(files, 'ids.txt', problems);
    checks.checkIds(published, main, ids, head, files.id);
  }
  if (!problems.failed && parameterFile) checkRetyped(parameterFile, lab.parameters, files);
  if (!problems.failed) checkRoles(tables, places, lab.parameters, files);
  if (!problems.failed && tools) askEngine(lesson, lab, [main, parameterFile ?? main], tools);
  return {
    ...(problems.failed ? {} : { lab }),
    card,
    teacher: { notes, remarks: lesson.remarks },
    ...(inventory && { inventory }),
    ids: [...ids],
    problems: problems.sorted(),
    written: {
      main,
      tables: places,
      named: lesson.named,
      choices: lesson.choices,
      claims: lesson.claims,
      start: head.start?.place ?? top,
      differing: lesson.differing,
      problems,
      ...(reportStale && { reportStale }),
    },
  };
}

/** Reports an unknown model, and a declaration for a model that needs none. */
function checkUndeclared(
  files: LabFiles,
  main: SourceFile,
  { model }: Head,
  description: Description | undefined,
): void {
  const names = declaredModels.map((name) => `\`model: ${name}\``);
  const declare = `write ${names.slice(0, -1).join(', ')}, or ${names.at(-1) ?? ''}, and declare the model in model.toml`;
  if (!description)
    main.error(model.place, `there is no model "${model.name}": name a model of the engine, or ${declare}`);
  else if (files.read('model.toml') !== undefined)
    main.error(
      model.place,
      `model.toml declares a model, but the lab uses ${model.name}: remove the file or ${declare}`,
    );
}

/** Returns a table with its recorded errors. */
function withRecord(table: Table, recorded: Summaries | undefined): Table {
  const summary = recorded?.tables[table.id];
  return summary ? { ...table, recorded: summary } : table;
}

/** Returns the tools with a cache of calculated values. */
function withMemory(tools: LessonTools): LessonTools {
  const values = new Map<string, ReturnType<LessonTools['calculate']>>();
  return {
    ...tools,
    calculate(lab, expression) {
      const value = values.get(expression) ?? tools.calculate(lab, expression);
      values.set(expression, value);
      return value;
    },
  };
}

/**
 * Performs the checks that need the engine: whether the data fit the model, and the kinds and values of expressions.
 */
function askEngine(lesson: Lesson, lab: Lab, files: readonly [SourceFile, SourceFile], tools: LessonTools): void {
  const [main, parameters] = files;
  const misfit = tools.checkLab(lab);
  if (misfit !== undefined) (misfit.includes('parameter') ? parameters : main).error(top, misfit);
  else if (checks.checkExpressions(lesson, lab, tools)) {
    const remembering = withMemory(tools);
    checks.checkFigures(lesson, lab, remembering);
    checkUnits(lesson, lab, remembering);
    checkLeaks(lesson, lab, remembering);
  }
}

/** Reads the notes for teachers, without their title. */
function readNotes(files: LabFiles, lesson: Lesson, problems: Problems): TeacherGuide['notes'] {
  const source =
    files.read('notes.teacher.md') === undefined ? undefined : readSource(files, 'notes.teacher.md', problems);
  const root = source && readMarkdown(source);
  if (!root) return [];
  const [first, ...rest] = root.children;
  const content = first?.type === 'heading' && first.depth === 1 ? rest : root.children;
  return new BlockReader(lesson, source, root, 2).read(content, { room: 'teacher', prose: false, hidden: true });
}
