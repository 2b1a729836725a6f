// A session with a SCORM platform. The versions differ only in names and values; each version has its own module.
import type { Student } from '../format';
import { findApi, type ScormApi } from './find-api';
import { PlatformError, tidy, type Bookmark, type Outcome, type Platform } from './platform';

/** A version of SCORM. */
export interface Dialect {
  title: string;
  /** The name of the platform's object. */
  object: string;
  functions: Record<'initialize' | 'terminate' | 'get' | 'set' | 'commit' | 'errorCode' | 'errorText', string>;
  /** Names of the elements that are read; those for the student's work and place are also written. */
  elements: Record<'id' | 'name' | 'mode' | 'work' | 'place', string>;
  /** The maximum number of characters of the work that every platform stores. */
  maxWorkChars: number;
  /** Elements that a platform need not support. */
  optional: readonly string[];
  /** Returns an outcome, with the time of this session, as elements with values. */
  values(outcome: Outcome): [element: string, value: string][];
  sessionTime(ms: number): [element: string, value: string][];
}

class ScormSession implements Platform {
  readonly student: Student;
  readonly records: boolean;
  readonly bookmark: Bookmark;
  readonly maxWorkChars: number;
  readonly #api: ScormApi;
  readonly #dialect: Dialect;
  readonly #now: () => number;
  readonly #began: number;

  constructor(api: ScormApi, dialect: Dialect, now: () => number) {
    this.#api = api;
    this.#dialect = dialect;
    this.#now = now;
    this.#began = now();
    if (!this.#done('initialize', '')) throw this.#refusal('did not start a session');
    const { elements } = dialect;
    // In SCORM 2004, the language may precede the name.
    const name = this.#get(elements.name).replace(/^\{lang=[^}]*\}/, '');
    this.student = { id: tidy(this.#get(elements.id)), name: tidy(name) };
    this.records = ['', 'normal'].includes(this.#get(elements.mode));
    this.bookmark = { work: this.#get(elements.work) || undefined, place: this.#get(elements.place) };
    this.maxWorkChars = dialect.maxWorkChars;
  }

  async send(outcome: Outcome, bookmark: Bookmark): Promise<void> {
    const refused = this.#store(outcome, bookmark);
    if (!this.#done('commit', '')) throw this.#refusal('did not store your result');
    if (refused) throw refused;
  }

  async end(outcome: Outcome | undefined, bookmark: Bookmark): Promise<void> {
    const refused = this.#store(outcome, bookmark);
    const stored = this.#done('commit', '');
    if (!this.#done('terminate', '') || !stored) throw this.#refusal('did not store your result');
    if (refused) throw refused;
  }

  /** Sets all known values; a refused value does not stop the others. */
  #store(outcome: Outcome | undefined, { work, place }: Bookmark): PlatformError | undefined {
    const { elements, optional, sessionTime, values } = this.#dialect;
    const all = [
      ...(outcome ? values(outcome) : []),
      ...sessionTime(this.#now() - this.#began),
      ...(work === undefined ? [] : [[elements.work, work] as const]),
      // Platforms disagree on whether a location may be empty.
      ...(place ? [[elements.place, place] as const] : []),
    ];
    let refused: PlatformError | undefined;
    for (const [element, value] of all)
      if (!this.#done('set', element, value) && !optional.includes(element))
        refused ??= this.#refusal(`did not accept ${element}`);
    return refused;
  }

  #call(name: keyof Dialect['functions'], ...values: string[]): string {
    try {
      return String(this.#api[this.#dialect.functions[name]]?.(...values) ?? '');
    } catch {
      throw new PlatformError('The learning platform no longer responds.');
    }
  }

  #done(name: keyof Dialect['functions'], ...values: string[]): boolean {
    return this.#call(name, ...values) === 'true';
  }

  /** Returns the value of an element; empty if the platform lacks the element. */
  #get(element: string): string {
    return this.#call('get', element);
  }

  /** Returns an error with the platform's own description of its last error. */
  #refusal(what: string): PlatformError {
    const code = this.#call('errorCode');
    const text = this.#call('errorText', code);
    return new PlatformError(
      `The learning platform ${what}: ${text || 'no reason given'} (error ${code || 'unknown'}).`,
    );
  }
}

/**
 * Starts a session.
 *
 * @throws {PlatformError} If there is no platform, or it refuses the session.
 */
export function connectScorm(dialect: Dialect, from: Window = window, now = () => performance.now()): Platform {
  const api = findApi(dialect.object, dialect.functions.initialize, from);
  if (!api)
    throw new PlatformError(
      `No learning platform with ${dialect.title} responded: this page was opened outside such a platform.`,
    );
  return new ScormSession(api, dialect, now);
}
