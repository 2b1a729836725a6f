// Reads a lab's folder from the disk and compiles it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { compile, modelOf, print, type Compiled, type LabFiles, type Problem } from '../src/lab/compile/index.ts';
import { runLab } from '../src/lab/runs/index.ts';
import type { Lab } from '../src/lab/types.ts';
import { lessonTools } from './lesson-tools.ts';

export { canonicalJson, print, type Problem } from '../src/lab/compile/index.ts';

/** The errors of a lab, one a line, in the form that editors can jump to: `file:line:column: what is wrong: what to do`. */
export class LabError extends Error {
  override name = 'LabError';
}

/** A lab's folder on the disk. */
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

/** Compiles a lab's folder, with problems named by paths below `root`. */
export async function compileFolder(folder: string, root = folder): Promise<Compiled> {
  const files = folderFiles(folder);
  const compiled = compile(files, await lessonTools(modelOf(files)));
  return { ...compiled, problems: below(root, folder, compiled.problems) };
}

/** Compiles a lab and runs all of it once; `progress` gets the name of what is run next. Without errors there is a lab. */
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

/** As `checkLab`, of a folder, with problems named by paths below `root`. */
export async function checkFolder(
  folder: string,
  root: string,
  progress: (what: string) => Promise<void> | void,
): Promise<Compiled> {
  const checked = await checkLab(folderFiles(folder), progress);
  return { ...checked, problems: below(root, folder, checked.problems) };
}

/**
 * Compiles a lab's folder to the lab.
 *
 * @throws {LabError} All errors in it.
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

/** Adds new ids to those that are published; returns how many were new. */
export function acceptIds(folder: string, ids: readonly string[]): number {
  const published = (folderFiles(folder).read('ids.txt') ?? '').split('\n').filter((line) => line.trim() !== '');
  const fresh = ids.filter((id) => !published.includes(id));
  if (fresh.length > 0) writeFileSync(join(folder, 'ids.txt'), `${[...published, ...fresh].join('\n')}\n`);
  return fresh.length;
}

/** A parameter of a new lab that is the one of another lab. */
const inherited = (lab: string, name: string): string =>
  [`[${name}]`, `inherited_from = ${JSON.stringify(lab)}`, ''].join('\n');

/** The lab that has the template's model, and lends it its parameters. */
const lender = 'zfs-directories';

/** The files of a small lab that works: the template's, with the parameters of a lab among `labs` that has its model. */
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
