// Problems in a lab, with positions that an editor can jump to.

/** A position in a file; lines and columns are counted from 1. */
export interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

export interface Problem extends SourcePosition {
  /** The file's path relative to the lab's folder. */
  readonly file: string;
  /** The problem and its solution. */
  readonly message: string;
  /** A lab with an error does not compile; a warning is advice. */
  readonly severity: 'error' | 'warning';
}

/** The start of a file. */
export const top: SourcePosition = { line: 1, column: 1 };

/** Formats a problem as compilers do: `labs/x/lab.md:3:7: what is wrong`. */
export const print = ({ file, line, column, message, severity }: Problem): string =>
  `${file}:${line}:${column}: ${severity === 'warning' ? 'warning: ' : ''}${message}`;

/**
 * The maximum number of reported problems: no author reads more, and a broken file must not cost more than a valid one.
 */
const MAX_PROBLEMS = 200;

/** All problems in one lab. */
export class Problems {
  readonly #found = new Map<string, Problem>();

  add(problem: Problem): void {
    if (this.#found.size < MAX_PROBLEMS) this.#found.set(print(problem), problem);
  }

  get failed(): boolean {
    return [...this.#found.values()].some(({ severity }) => severity === 'error');
  }

  /** Returns the problems ordered by file, line, and column. */
  sorted(): Problem[] {
    return [...this.#found.values()].sort(
      (a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) || a.line - b.line || a.column - b.column,
    );
  }
}
