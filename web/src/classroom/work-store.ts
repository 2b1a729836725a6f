// Work that a browser stores. Storage may be blocked or full, but no function here fails because of that.
import { findStorage, type Storage } from '../components/storage';
import type { LogEvent } from '../session/log';
import type { State } from '../state/state';
import type { Assignment } from './format';

/** A student's work in storage. */
export interface SavedWork {
  format: 'pathlength-work/1';
  name: string;
  /** The time of the start, as ISO 8601. */
  started: string;
  /** The time of the last save, as ISO 8601. */
  saved: string;
  state: State;
  log: LogEvent[];
}

/** Checks a saved state against the lab. */
type StateCheck = (state: unknown) => State | undefined;

const prefix = 'pathlength work ';

/** Returns the key for a student's work. The fields of a parsed assignment are always in the same order. */
const keyOf = (student: string, assignment: Assignment): string => prefix + JSON.stringify([student, assignment]);

/** Returns the student whose work has this key; undefined for any other key. */
function studentOf(key: string): string | undefined {
  if (!key.startsWith(prefix)) return undefined;
  try {
    const [student] = JSON.parse(key.slice(prefix.length)) as unknown[];
    return typeof student === 'string' ? student : undefined;
  } catch {
    return undefined;
  }
}

/** The stored work of one student on one assignment. */
export class WorkStore {
  readonly #storage: Storage | undefined;
  readonly #key: string;

  constructor(assignment: Assignment, student: string, storage = findStorage()) {
    this.#storage = storage;
    this.#key = keyOf(student, assignment);
  }

  /** Returns the ids of all students with work in a browser's storage. */
  static students(storage: Pick<globalThis.Storage, 'key' | 'length'>): string[] {
    const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
    return [...new Set(keys.flatMap((key) => studentOf(key) ?? []))].sort();
  }

  /** Whether the browser can store work. */
  get isAvailable(): boolean {
    return this.#storage !== undefined;
  }

  /** Saves work and returns whether it was stored. */
  write(kept: SavedWork): boolean {
    try {
      this.#storage?.setItem(this.#key, JSON.stringify(kept));
      return this.isAvailable;
    } catch {
      return false;
    }
  }

  /**
   * Reads saved work; undefined if no work was saved or it cannot be read. `valid` checks the state against the lab.
   */
  read(valid: StateCheck): SavedWork | undefined {
    try {
      return readSavedWork(JSON.parse(this.#storage?.getItem(this.#key) ?? 'null'), valid);
    } catch {
      return undefined;
    }
  }
}

const isTime = (value: unknown): boolean => typeof value === 'string' && !Number.isNaN(Date.parse(value));

/** Reads work that was saved in the browser or elsewhere; undefined if it cannot be read. */
export function readSavedWork(value: unknown, valid: StateCheck): SavedWork | undefined {
  const kept = value as Partial<SavedWork> | null | undefined;
  const state = valid(kept?.state);
  const whole = kept?.format === 'pathlength-work/1' && Array.isArray(kept.log) && kept.log.length > 0;
  if (!whole || !state || !isTime(kept.started) || !isTime(kept.saved)) return undefined;
  return { ...(kept as SavedWork), name: String(kept.name ?? ''), state };
}
