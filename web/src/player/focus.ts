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
