// In a widget, a link to exactly this leads to the lab's own page. It stands in for ../state/keep.svelte there.
import type { Session } from '../session/session.svelte';
import { withState } from '../state/address';
import { differing, encode } from '../player/link/link';

/** The page of each session's lab. */
const pages = new WeakMap<Session, string>();

export const setPage = (session: Session, page: string): unknown => pages.set(session, page);

/** The reader's state as links have it; empty if nothing was done. */
export function stateOf(session: Session): string {
  const said = differing(session.lab, session.state);
  return Object.keys(said).length === 0 ? '' : encode(said);
}

export function linkTo(session: Session): Promise<string> {
  const page = pages.get(session) ?? location.href;
  return Promise.resolve(withState(page, stateOf(session) || undefined));
}
