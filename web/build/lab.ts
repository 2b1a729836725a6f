// Reads a lab's folder from the disk and compiles it.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { compile, print, type Compiled, type LabFiles } from '../src/lab/compile/index.ts';
import type { Lab } from '../src/lab/types.ts';
import { lessonTools } from './lesson-tools.ts';

/** What is wrong with a lab, a line each, told the way an editor can jump to it: `file:line:column: what and what to do`. */
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
  };
}

/** Compiles a lab's folder, with problems told by paths below `root`. */
export async function compileFolder(folder: string, root = folder): Promise<Compiled> {
  const compiled = compile(folderFiles(folder), await lessonTools());
  const problems = compiled.problems.map((problem) => ({
    ...problem,
    file: relative(root, join(folder, problem.file)),
  }));
  return { ...compiled, problems };
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
