// The address keeps the state, so that it can be reloaded, sent and gone back to.
import type { Session } from '../../session/session.svelte';
import { fragmentOf, stateIn, withState } from '../../state/address';

/** How long the address waits for a slider to come to rest, in milliseconds; browsers limit how often it may change. */
const rest = 400;

/** A link to exactly this. */
export async function linkTo(session: Session): Promise<string> {
  const { encode, differing } = await import('./link');
  const said = differing(session.lab, session.state);
  return withState(location.href, Object.keys(said).length === 0 ? undefined : encode(said));
}

/** Takes the state from a link. Tells what of it could not be used. */
async function take(session: Session, text: string, tell: (notice: string) => void): Promise<void> {
  const { decode, checked, LinkError } = await import('./link');
  try {
    const { state, odd } = checked(session.lab, decode(text));
    session.restore(state);
    if (odd.length > 0) tell(`Some of this link does not fit the lab and was changed: ${odd.slice(0, 5).join(', ')}.`);
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    tell(`${error.message}. The lab starts afresh.`);
  }
}

/** Takes the state from the address, and from then on keeps the address up to date. */
export async function keepInAddress(session: Session, tell: (notice: string) => void): Promise<void> {
  const fragment = fragmentOf(location.href);
  const text = stateIn(location.href);
  if (fragment !== location.hash) location.hash = fragment;
  if (text !== undefined) await take(session, text, tell);
  let known = session.state;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const write = async (): Promise<void> => {
    const address = await linkTo(session);
    try {
      if (address !== location.href) history.replaceState(history.state, '', address);
    } catch {
      // A page in a frame or a file may not change its address; the button for the link still works.
    }
  };
  $effect.root(() => {
    $effect(() => {
      const { state } = session;
      if (state === known) return;
      known = state;
      clearTimeout(waiting);
      waiting = setTimeout(() => void write(), rest);
    });
  });
}
