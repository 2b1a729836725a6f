// The files of a lab, as text of limited size.
import type { Problems } from './problems.ts';
import type { SceneWords } from './scene-words.ts';
import { top, type SourcePosition } from './problems.ts';

/** A lab's folder, on disk, in a browser's memory, or in a test. Paths are relative and use `/`. */
export interface LabFiles {
  /** The name of the lab. */
  readonly id: string;
  /** The language of the lab's text, by default English (`en`). */
  readonly language?: string;
  /** The words for scenes in the language of the lab's text. */
  readonly sceneWords?: SceneWords;
  /** Returns the text of a file, or undefined if it does not exist. */
  read(path: string): string | undefined;
  /** Returns the names of the files in a folder. */
  list(folder: string): string[];
  /** Returns the files of another lab in the same folder of labs; omitted if no other lab can be read. */
  beside?(id: string): LabFiles | undefined;
}

/** Returns a lab whose files are in memory; `texts` contains their content by path. */
export const filesInMemory = (id: string, texts: Readonly<Record<string, string>>): LabFiles => ({
  id,
  read: (path) => (Object.hasOwn(texts, path) ? texts[path] : undefined),
  list: (folder) =>
    Object.keys(texts)
      .filter((path) => path.startsWith(`${folder}/`))
      .map((path) => path.slice(folder.length + 1)),
});

export const MAX_FILE_CHARS = 2_000_000;
const MAX_LINE_CHARS = 100_000;

/** One file of a lab, in which problems are reported by position. */
export class SourceFile {
  readonly name: string;
  readonly text: string;
  readonly problems: Problems;

  constructor(name: string, text: string, problems: Problems) {
    this.name = name;
    this.text = text;
    this.problems = problems;
  }

  /** Reports an error; returns undefined, so that a caller can return this result. */
  error(place: SourcePosition, message: string): undefined {
    this.#add(place, message, 'error');
    return undefined;
  }

  warning(place: SourcePosition, message: string): void {
    this.#add(place, message, 'warning');
  }

  #add({ line, column }: SourcePosition, message: string, severity: 'error' | 'warning'): void {
    this.problems.add({ file: this.name, line, column, message, severity });
  }
}

/** Returns the number of the first line that exceeds the maximum line length; undefined if none does. */
function overlong(text: string): number | undefined {
  let line = 1;
  for (let start = 0; start <= text.length; line += 1) {
    const end = text.indexOf('\n', start);
    if ((end < 0 ? text.length : end) - start > MAX_LINE_CHARS) return line;
    if (end < 0) return undefined;
    start = end + 1;
  }
  return undefined;
}

/** Reads a file of the lab; reports a file that is missing, too large, or not text, and returns undefined. */
export function readSource(files: LabFiles, name: string, problems: Problems): SourceFile | undefined {
  const text = files.read(name);
  const source = new SourceFile(
    name,
    (text ?? '')
      .slice(0, MAX_FILE_CHARS)
      .replaceAll('\r\n', '\n')
      .replace(/^\ufeff/, ''),
    problems,
  );
  const refuse = (message: string, place = top): undefined => source.error(place, message);
  if (text === undefined) return refuse('this file is missing: add it to the lab');
  if (text.length > MAX_FILE_CHARS)
    return refuse(`this file is larger than ${MAX_FILE_CHARS.toLocaleString('en')} characters: shorten it`);
  const line = overlong(source.text);
  if (line !== undefined)
    return refuse(`a line is longer than ${MAX_LINE_CHARS.toLocaleString('en')} characters: break it`, {
      line,
      column: 1,
    });
  // eslint-disable-next-line no-control-regex -- the pattern is for control characters
  const control = /[\0-\x08\x0b-\x1f\x7f]/.exec(source.text);
  if (control) return refuse('this is a control character: delete it', placeAt(source.text, control.index));
  return source;
}

/** Returns the line and column of an offset in a text. */
export function placeAt(text: string, offset: number): SourcePosition {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

/** Returns the position of an offset in text that begins at `start`; its other lines begin in the first column. */
export function placeIn(text: string, offset: number, start: SourcePosition): SourcePosition {
  const { line, column } = placeAt(text, offset);
  return { line: start.line + line - 1, column: line > 1 ? column : start.column + column - 1 };
}
