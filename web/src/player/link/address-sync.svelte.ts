// Keeps the state in the page's address, for reloading, sharing, and the history.
import type { Session } from '../../session/session.svelte';
import { keys, stateIn, valueIn, withState } from '../../state/address';

/** Time without changes before the address is updated, in milliseconds; browsers limit how often it may change. */
const updateDelayMs = 400;

/**
 * The lab's sources, if the address with which the page was opened contains them: links within the page omit the
 * sources.
 */
let sources: string | undefined;

/** Creates a link to the current state that opens at `place`: by default, at the location in the current address. */
export async function linkTo(session: Session, place?: string): Promise<string> {
  const { encode, stateChanges } = await import('./link');
  const changes = stateChanges(session.lab, session.state);
  const text = Object.keys(changes).length === 0 ? undefined : encode(changes);
  return withState(location.href, text, place, sources);
}

/** Restores the state of a link and notifies the reader of changed or omitted entries. */
async function restore(session: Session, text: string, notify: (notice: string) => void): Promise<void> {
  const { decode, checkState, LinkError } = await import('./link');
  try {
    const { state, adjusted } = checkState(session.lab, decode(text));
    session.restore(state);
    if (adjusted.length > 0)
      notify(`Parts of this link are not valid in this lab and were changed: ${adjusted.slice(0, 5).join(', ')}.`);
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    notify(`${error.message}. The lab starts from the beginning.`);
  }
}

/** Returns whether this page has written the state of the current history entry. */
const isWritten = (): boolean => (history.state as { written?: boolean } | null)?.written === true;

/** Restores the state from the address, and then keeps the address up to date. */
export async function syncAddress(session: Session, notify: (notice: string) => void): Promise<void> {
  const text = stateIn(location.href);
  sources = valueIn(location.href, keys.lab);
  if (text !== undefined) await restore(session, text, notify);
  let known = session.state;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const write = async (): Promise<void> => {
    const address = await linkTo(session);
    try {
      if (address !== location.href) history.replaceState({ ...history.state, written: true }, '', address);
    } catch {
      // A page in a frame or opened from a file may be unable to change its address; “Copy link” still works.
    }
  };
  // The address of an old or damaged link is rewritten in the current format.
  if (text !== undefined && !location.hash.includes(`s=${text}`)) void write();
  // A link within the page omits the state, which is then added again. A link with another state, such as a pasted one,
  // reloads the page; a history entry does not.
  addEventListener('hashchange', () => {
    if (stateIn(location.href) === undefined || isWritten()) void write();
    else location.reload();
  });
  $effect.root(() => {
    $effect(() => {
      const { state } = session;
      if (state === known) return;
      known = state;
      clearTimeout(waiting);
      waiting = setTimeout(() => void write(), updateDelayMs);
    });
  });
}
