// Reads a lab's folder from disk and compiles it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { compile, modelOf, print, type Compiled, type LabFiles, type Problem } from '../src/lab/compile/index.ts';
import { runLab } from '../src/lab/runs/index.ts';
import type { Lab } from '../src/lab/types.ts';
import { differences, inLanguage, textsOf, translateTexts } from './lab-language.ts';
import { lessonTools } from './lesson-tools.ts';

export { canonicalJson, print, type Problem } from '../src/lab/compile/index.ts';

/**
 * The errors in a lab, one per line, in a form that editors can jump to: `file:line:column: what is wrong: what to
 * do`.
 */
export class LabError extends Error {
  override name = 'LabError';
}

/** Returns the files of a lab's folder on disk. */
export function folderFiles(folder: string): LabFiles {
  const orNothing = <T>(read: () => T, nothing: T): T => {
    try {
      return read();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') return nothing;
      throw error;
    }
  };
  return {
    id: basename(folder),
    read: (path) => orNothing(() => readFileSync(join(folder, path), 'utf8'), undefined),
    list: (path) => orNothing(() => readdirSync(join(folder, path)), []),
    beside(id) {
      const other = folderFiles(join(folder, '..', id));
      return /^[\w-]+$/.test(id) && other.read('lab.md') !== undefined ? other : undefined;
    },
  };
}

const below = (root: string, folder: string, problems: readonly Problem[]): Problem[] =>
  problems.map((problem) => ({ ...problem, file: relative(root, join(folder, problem.file)) }));

/** Compiles a lab's folder; problems have paths relative to `root`. */
export async function compileFolder(folder: string, root = folder): Promise<Compiled> {
  const files = folderFiles(folder);
  const compiled = compile(files, await lessonTools(modelOf(files)));
  return { ...compiled, problems: below(root, folder, compiled.problems) };
}

/**
 * Compiles the text of a lab in another language. The result has the ids, data, and answers of the English text,
 * `original`: a difference is an error.
 */
export async function compileTranslation(
  folder: string,
  root: string,
  language: string,
  original: Lab,
): Promise<Compiled> {
  const texts = textsOf(folder, language);
  const files = inLanguage(folderFiles(folder), language, texts);
  const main = `lab.${language}.md`;
  const compiled = compile(files, await lessonTools(modelOf(files)));
  const problems = compiled.problems.map((one) => (one.file === 'lab.md' ? { ...one, file: main } : one));
  const differing = compiled.lab ? differences(original, compiled.lab, language) : [];
  const found = below(root, folder, [
    ...problems,
    ...differing.map((message): Problem => ({ file: main, line: 1, column: 1, message, severity: 'error' })),
  ]);
  const { lab, ...rest } = compiled;
  if (!lab || differing.length > 0) return { ...rest, problems: found };
  return { ...rest, lab: translateTexts(lab, texts), problems: found };
}

/**
 * Compiles a lab and runs all of it once; `progress` receives the name of each run before the run starts. Returns the
 * lab if there are no errors.
 */
export async function checkLab(
  files: LabFiles,
  progress: (what: string) => Promise<void> | void = () => undefined,
): Promise<Compiled> {
  const tools = await lessonTools(modelOf(files));
  const compiled = compile(files, tools);
  const { lab, written } = compiled;
  if (!lab || !written || !tools) return compiled;
  for (const what of runLab(lab, written, tools)) await progress(what);
  if (!written.problems.failed) written.reportStale?.();
  const { card, teacher, inventory, ids } = compiled;
  return {
    card,
    teacher,
    ...(inventory && { inventory }),
    ids,
    problems: written.problems.sorted(),
    ...(written.problems.failed ? {} : { lab }),
  };
}

/** Checks a folder like `checkLab`; problems have paths relative to `root`. */
export async function checkFolder(
  folder: string,
  root: string,
  progress: (what: string) => Promise<void> | void,
): Promise<Compiled> {
  const checked = await checkLab(folderFiles(folder), progress);
  return { ...checked, problems: below(root, folder, checked.problems) };
}

/**
 * Compiles a lab's folder and returns the lab.
 *
 * @throws {LabError} With all errors found.
 */
export async function compileLab(folder: string, root = folder): Promise<Lab> {
  const { lab, problems } = await compileFolder(folder, root);
  if (!lab)
    throw new LabError(
      problems
        .filter(({ severity }) => severity === 'error')
        .map(print)
        .join('\n'),
    );
  return lab;
}

/** Adds new ids to the published ids; returns the number of new ids. */
export function acceptIds(folder: string, ids: readonly string[]): number {
  const published = (folderFiles(folder).read('ids.txt') ?? '').split('\n').filter((line) => line.trim() !== '');
  const fresh = ids.filter((id) => !published.includes(id));
  if (fresh.length > 0) writeFileSync(join(folder, 'ids.txt'), `${[...published, ...fresh].join('\n')}\n`);
  return fresh.length;
}

/** Returns the TOML of a new lab's parameter that is inherited from another lab. */
const inherited = (lab: string, name: string): string =>
  [`[${name}]`, `inherited_from = ${JSON.stringify(lab)}`, ''].join('\n');

/** The lab with the template's model, from which the template inherits its parameters. */
const lender = 'zfs-directories';

/**
 * Returns the files of a small working lab: the template, with the parameters of the lab in `labs` that has the same
 * model.
 */
export async function newLab(template: string, labs: string): Promise<Record<string, string>> {
  const { id, parameters } = await compileLab(join(labs, lender));
  const files = folderFiles(template);
  const inside = (below: string): string[] => files.list(below).map((name) => `${below}/${name}`);
  const names = [...files.list('').filter((name) => name.includes('.')), ...inside('data'), ...inside('images')];
  return {
    ...Object.fromEntries(names.map((name) => [name, files.read(name) ?? ''])),
    'parameters.toml': Object.keys(parameters)
      .map((name) => inherited(id, name))
      .join('\n'),
  };
}
