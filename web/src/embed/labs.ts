// Labs and their engines: all widgets of a page that show the same lab share both, and the last one closes them.
import { Connection, type Client } from '../engine/client';
import { ExternalLabError, fetchLimited, usableLab } from '../lab/external-fetch';
import type { Lab } from '../lab/types';
import { EnginePort } from './engine';
import { WidgetError } from './widget-error';

export interface OpenLab {
  lab: Lab;
  engine: Client;
  /**
   * Adds a listener that receives the reason if the models cannot run; returns a function that removes the listener.
   */
  onrefused: (listener: (problem: string) => void) => () => void;
  /** Closes the engine permanently. */
  close: () => void;
}

interface SharedLab {
  opened: Promise<OpenLab>;
  users: number;
}

const shared = new Map<string, SharedLab>();

/** Opens a lab or shares an open one, until `release` is called. */
export function acquireLab(url: URL, external: boolean): { opened: Promise<OpenLab>; release: () => void } {
  const key = url.href;
  const entry = shared.get(key) ?? { opened: open(url, external), users: 0 };
  entry.users++;
  shared.set(key, entry);
  const drop = (): void => {
    if (shared.get(key) === entry) shared.delete(key);
  };
  // A later attempt may succeed.
  entry.opened.catch(drop);
  let released = false;
  const release = (): void => {
    if (released) return;
    released = true;
    if (--entry.users > 0) return;
    drop();
    entry.opened.then(
      ({ close }) => close(),
      () => undefined,
    );
  };
  return { opened: entry.opened, release };
}

/** Fetches a lab, and checks it if it is not from this site. */
async function fetchLab(url: URL, external: boolean): Promise<Lab> {
  try {
    const data = await fetchLimited(url);
    return external ? await usableLab(data) : (data as Lab);
  } catch (error) {
    if (error instanceof ExternalLabError) throw new WidgetError(error.code, error.message, 'load');
    throw error;
  }
}

async function open(url: URL, external: boolean): Promise<OpenLab> {
  const lab = await fetchLab(url, external);
  const listeners = new Set<(problem: string) => void>();
  let refused: string | undefined;
  let closed = false;
  const engine: Client = new Connection(() => {
    // A computation for a removed widget must not start another engine.
    if (closed) throw new Error('this widget was removed from the page');
    return new EnginePort((problem) => {
      refused = problem;
      if (problem !== undefined) for (const listener of listeners) listener(problem);
    });
  });
  engine.begin('open', [lab]);
  const onrefused: OpenLab['onrefused'] = (listener) => {
    listeners.add(listener);
    if (refused !== undefined) listener(refused);
    return () => listeners.delete(listener);
  };
  const close = (): void => {
    closed = true;
    engine.close();
  };
  return { lab, engine, onrefused, close };
}
