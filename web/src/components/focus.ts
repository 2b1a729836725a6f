import { tick } from 'svelte';

/**
 * Moves the keyboard focus to another element when the focused element was removed or disabled: otherwise, the focus
 * would return to the top of the page.
 */
export async function goOnAt(place: HTMLElement | null | undefined): Promise<void> {
  await tick();
  const now = (place?.getRootNode() as Document | ShadowRoot | undefined)?.activeElement;
  if (!now || now === document.body || now.matches(':disabled')) place?.focus({ preventScroll: true });
}

/**
 * Moves the focus to `place` whenever the focused control in it is removed, such as “Cancel” at the end of a run.
 * Returns a function that stops watching the focus.
 */
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
