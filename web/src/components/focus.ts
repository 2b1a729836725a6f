import { tick } from 'svelte';

/**
 * Lets the keyboard go on at another place when what it was on has gone or answers no more: otherwise the reader would
 * begin again at the top of the page.
 */
export async function goOnAt(place: HTMLElement | null | undefined): Promise<void> {
  await tick();
  const now = (place?.getRootNode() as Document | ShadowRoot | undefined)?.activeElement;
  if (!now || now === document.body || now.matches(':disabled')) place?.focus({ preventScroll: true });
}

/** Keeps the keyboard at `place` when the control in it goes that has the focus, such as “Cancel” when all is done. */
export function keepFocus(place: HTMLElement): () => void {
  let last: EventTarget | null = null;
  place.tabIndex = -1;
  place.addEventListener('focusin', ({ target }) => {
    last = target;
  });
  const watcher = new MutationObserver(() => {
    if (!(last instanceof Node) || last.isConnected) return;
    last = null;
    void goOnAt(place);
  });
  watcher.observe(place, { childList: true, subtree: true });
  return () => watcher.disconnect();
}
