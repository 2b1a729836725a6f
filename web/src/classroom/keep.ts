// Work that a browser keeps, where it lets us: nothing here may fail because it does not.
import type { LogEvent } from '../player/log';
import type { State } from '../state/state';
import type { Assignment } from './format';

/** Work as it is kept. */
export interface Kept {
  format: 'pathlength-work/1';
  name: string;
  /** When the work was begun and kept, as ISO 8601. */
  started: string;
  saved: string;
  state: State;
  log: LogEvent[];
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The browser's storage; undefined where it is blocked, full or only pretends. */
export function browserStorage(): Storage | undefined {
  const probe = 'pathlength probe';
  try {
    localStorage.setItem(probe, probe);
    const works = localStorage.getItem(probe) === probe;
    localStorage.removeItem(probe);
    return works ? localStorage : undefined;
  } catch {
    return undefined;
  }
}

/** The place of one student's work on one assignment. */
export class Keep {
  readonly #storage: Storage | undefined;
  readonly #key: string;

  constructor(assignment: Assignment, student: string, storage = browserStorage()) {
    this.#storage = storage;
    // The fields of an assignment that was read are always in the same order.
    this.#key = `pathlength work ${JSON.stringify([student, assignment])}`;
  }

  /** Whether the browser lets us keep anything. */
  get works(): boolean {
    return this.#storage !== undefined;
  }

  /** Whether it was kept. */
  write(kept: Kept): boolean {
    try {
      this.#storage?.setItem(this.#key, JSON.stringify(kept));
      return this.works;
    } catch {
      return false;
    }
  }

  /** What was kept; a record that cannot be read counts as none. `valid` checks the state against the lab. */
  read(valid: (state: unknown) => State | undefined): Kept | undefined {
    try {
      const kept = JSON.parse(this.#storage?.getItem(this.#key) ?? 'null') as Partial<Kept> | null;
      const state = valid(kept?.state);
      const whole = kept?.format === 'pathlength-work/1' && Array.isArray(kept.log) && kept.log.length > 0;
      if (!whole || !state || !isTime(kept.started) || !isTime(kept.saved)) return undefined;
      return { ...(kept as Kept), name: String(kept.name ?? ''), state };
    } catch {
      return undefined;
    }
  }
}

const isTime = (value: unknown): boolean => typeof value === 'string' && !Number.isNaN(Date.parse(value));
