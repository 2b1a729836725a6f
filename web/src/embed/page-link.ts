// A widget's link to the reader's state opens the lab's own page. The build replaces player/link/address-sync.svelte
// with this file.
import type { Session } from '../session/session.svelte';
import { withState } from '../state/address';
import { stateChanges, encode } from '../player/link/link';

/** The page of each session's lab. */
const pages = new WeakMap<Session, string>();

export const setPage = (session: Session, page: string): unknown => pages.set(session, page);

/** Encodes the reader's state in the format of links; empty if nothing differs from the start. */
export function encodeState(session: Session): string {
  const changes = stateChanges(session.lab, session.state);
  return Object.keys(changes).length === 0 ? '' : encode(changes);
}

export function linkTo(session: Session, place?: string): Promise<string> {
  const page = pages.get(session) ?? location.href;
  return Promise.resolve(withState(page, encodeState(session) || undefined, place));
}
