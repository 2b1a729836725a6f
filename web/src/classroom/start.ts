import { engine } from '../engine';
import type { Asked } from '../lab/lean';
import type { Lab } from '../lab/types';
import type { Notice } from '../notice';
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

/** Fetches what a lab asks, once; a failure is tried again. */
function once(fetch: () => Promise<Record<string, Asked>>): () => Promise<Record<string, Asked>> {
  let asked: Promise<Record<string, Asked>> | undefined;
  return () => {
    asked ??= fetch();
    asked.catch(() => (asked = undefined));
    return asked;
  };
}

/** The session of an assignment, if the page was opened by the link of one. */
async function assigned(lab: Lab, notice: Notice): Promise<Session | undefined> {
  if (valueIn(location.search, keys.assignment) === undefined) return undefined;
  const { beginAssignment } = await import('../classroom');
  return beginAssignment(lab, notice);
}

/** Begins a lab on its page, which is drawn already. `asked` brings what it asks. */
export async function start(lab: Lab, asked: () => Promise<Record<string, Asked>>, notice: Notice): Promise<void> {
  engine.open(lab);
  const work = await assigned(lab, notice);
  const { session, islands } = openLab(lab, once(asked), work ?? new Session(lab, { engine }));
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
