// Labs and their engines: all widgets of a page that show the same lab share both, and the last one closes them.
import { Connection, type Client } from '../engine/client';
import type { Lab } from '../lab/types';
import { EnginePort } from './engine';
import { WidgetError } from './widget-error';

/** The largest lab that is read, in bytes. */
const maxLabBytes = 5_000_000;

export interface OpenLab {
  lab: Lab;
  engine: Client;
  /** Adds a listener that receives the reason if the models cannot run; returns a function that removes it. */
  onrefused: (listener: (problem: string) => void) => () => void;
  /** Ends the engine, for good. */
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

async function open(url: URL, external: boolean): Promise<OpenLab> {
  const data = await fetchJson(url);
  const lab = external ? await checkLab(data) : (data as Lab);
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

async function checkLab(data: unknown): Promise<Lab> {
  const { checkExternalLab } = await import('../lab/external-lab');
  try {
    return checkExternalLab(data);
  } catch (error) {
    throw new WidgetError('lab-unreadable', `the lab cannot be used: ${(error as Error).message}.`, 'load');
  }
}

/** Fetches and parses a JSON file that is not too large. */
async function fetchJson(url: URL): Promise<unknown> {
  const where = `${url.origin}${url.pathname}`;
  let response: Response;
  try {
    response = await fetch(url, { credentials: 'omit' });
  } catch {
    throw new WidgetError(
      'lab-unreachable',
      `${where} could not be fetched. Check the address and the page’s policy.`,
      'load',
    );
  }
  if (!response.ok) throw new WidgetError('lab-unknown', `there is no lab at ${where}.`, 'load');
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; reader;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.length;
    if (bytes > maxLabBytes) {
      void reader.cancel();
      throw new WidgetError('lab-too-large', `the lab at ${where} is larger than 5 MB.`, 'load');
    }
    text += decoder.decode(value, { stream: true });
  }
  try {
    return JSON.parse(text + decoder.decode()) as unknown;
  } catch {
    throw new WidgetError('lab-unreadable', `the file at ${where} is not a compiled lab.`, 'load');
  }
}
