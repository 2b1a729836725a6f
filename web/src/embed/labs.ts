// Labs and their engines: all widgets of a page that show the same lab share both, and the last one takes them away.
import { Connection, type Client } from '../engine/client';
import type { Lab } from '../lab/types';
import { EnginePort } from './engine';
import { WidgetError } from './problem';

/** The largest lab that is read, in bytes. */
const largest = 5_000_000;

export interface Opened {
  lab: Lab;
  engine: Client;
  /** Why the models cannot run, once that is known. */
  onrefused: (listener: (problem: string) => void) => () => void;
  /** Ends the engine, for good. */
  close: () => void;
}

interface Shared {
  opened: Promise<Opened>;
  users: number;
}

const shared = new Map<string, Shared>();

/** Borrows a lab; `release` gives it back. */
export function borrow(url: URL, foreign: boolean): { opened: Promise<Opened>; release: () => void } {
  const key = url.href;
  const entry = shared.get(key) ?? { opened: open(url, foreign), users: 0 };
  entry.users++;
  shared.set(key, entry);
  const drop = (): void => {
    if (shared.get(key) === entry) shared.delete(key);
  };
  // What failed may work another time.
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

async function open(url: URL, foreign: boolean): Promise<Opened> {
  const data = await read(url);
  const lab = foreign ? await checked(data) : (data as Lab);
  const listeners = new Set<(problem: string) => void>();
  let refused: string | undefined;
  let closed = false;
  const engine: Client = new Connection(() => {
    // What was computed for a widget that is gone must not start another engine.
    if (closed) throw new Error('this widget was taken away');
    return new EnginePort((problem) => {
      refused = problem;
      if (problem !== undefined) for (const listener of listeners) listener(problem);
    });
  });
  engine.begin('open', [lab]);
  const onrefused: Opened['onrefused'] = (listener) => {
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

async function checked(data: unknown): Promise<Lab> {
  const { foreignLab } = await import('./foreign');
  try {
    return foreignLab(data);
  } catch (error) {
    throw new WidgetError('lab-unreadable', `the lab cannot be used: ${(error as Error).message}.`, 'load');
  }
}

/** A file's JSON, if it is not too large. */
async function read(url: URL): Promise<unknown> {
  const where = `${url.origin}${url.pathname}`;
  let response: Response;
  try {
    response = await fetch(url, { credentials: 'omit' });
  } catch {
    throw new WidgetError(
      'lab-unreachable',
      `${where} cannot be fetched. Look at the address and at the policy.`,
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
    if (bytes > largest) {
      void reader.cancel();
      throw new WidgetError('lab-too-large', `the lab at ${where} is larger than 5 MB.`, 'load');
    }
    text += decoder.decode(value, { stream: true });
  }
  try {
    return JSON.parse(text + decoder.decode()) as unknown;
  } catch {
    throw new WidgetError('lab-unreadable', `what is at ${where} is no compiled lab.`, 'load');
  }
}
