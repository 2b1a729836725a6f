// The compiler runs in a separate worker, so that it never blocks the page.
import { Connection } from '../engine/client';
import { start } from '../engine/spawn';
import type { Lab } from '../lab/types';
import type { Problem, TeacherGuide } from '../lab/compile';
import type { Folder } from './folder';
import type { UnzippedLab } from './unzip';
import workerUrl from './worker?worker&url';

/** The result of compiling a folder. */
export interface Result {
  /** The lab, if it has no errors. */
  lab: Lab | undefined;
  problems: readonly Problem[];
  /** The additional content of the teacher's guide. */
  guide: TeacherGuide;
}

/** The worker's methods. */
export interface Compiler {
  compile(folder: Folder): Result;
  unzip(bytes: Uint8Array, path: string): UnzippedLab;
}

export const compiler: Connection<Compiler> = new Connection(start(workerUrl));
