import { tick } from 'svelte';

/**
 * Lets the keyboard go on at another place when what it was on has gone or answers no more: otherwise the reader would
 * begin again at the top of the page.
 */
export async function goOnAt(place: HTMLElement | null | undefined): Promise<void> {
  await tick();
  const now = document.activeElement;
  if (now === null || now === document.body || now.matches(':disabled')) place?.focus({ preventScroll: true });
}
