import { engine } from '../engine';
import type { Asked } from '../lab/lean';
import type { Lab } from '../lab/types';
import { fetchJson } from '../lab/fetch';
import { keys, valueIn } from '../state/address';
import { keepInAddress } from '../state/keep.svelte';
import { wake } from '../wake';
import { leadToPlaces } from './arrive';
import { listenForUndo } from './keys';
import { layOut } from './lay-out';
import { openLab } from './parts';
import { guardReveals } from './reveals.svelte';
import { Session } from './session.svelte';
import { dismissTips } from './tips';

const files = import.meta.glob<string>('../engine/labs/asked/*.json', {
  import: 'default',
  query: '?url',
  eager: true,
});

/** Fetches what a lab asks, once; a failure is tried again. */
function askedOf(id: string): () => Promise<Record<string, Asked>> {
  let asked: Promise<Record<string, Asked>> | undefined;
  return () => {
    asked ??= fetchJson(files[`../engine/labs/asked/${id}.json`] ?? '');
    asked.catch(() => (asked = undefined));
    return asked;
  };
}

type Notice = (text: string, role: 'alert' | 'status') => void;

/** The session of an assignment, if the page was opened by the link of one. */
async function assigned(lab: Lab, notice: Notice): Promise<Session | undefined> {
  if (valueIn(location.search, keys.assignment) === undefined) return undefined;
  const { beginAssignment } = await import('../classroom');
  return beginAssignment(lab, notice);
}

/** Begins a lab on its page, which is drawn already. `notice` tells the reader something at the top of the page. */
export async function start(lab: Lab, notice: Notice): Promise<void> {
  engine.open(lab);
  const work = await assigned(lab, notice);
  const { session, islands } = openLab(lab, askedOf(lab.id), work ?? new Session(lab, { engine }));
  if (!work) await keepInAddress(session, (text) => notice(text, 'status'));
  guardReveals(session);
  listenForUndo(session);
  dismissTips();
  const { rest } = wake(islands);
  leadToPlaces();
  void layOut();
  // A reader who prints wants all of it; a reader who reads fetches what they come near.
  addEventListener('beforeprint', () => void rest(), { once: true });
}
