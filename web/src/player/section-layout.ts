import { onMove } from './reader-events';

/** Waits until the browser is idle, or for a short time if the browser has no idle callback. */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 1000 });
    else setTimeout(resolve, 50);
  });

/**
 * Lays out the sections that the page's first layout skipped, one by one from the last. Until a section is laid out,
 * its height is an estimate, and a jump across it ends at the wrong position. Nothing depends on these heights before
 * the reader moves, and a slow phone is still busy with the first figure.
 */
export function layOutSections(): void {
  onMove(async () => {
    for (const section of [...document.querySelectorAll<HTMLElement>('.sheet section')].reverse()) {
      await idle();
      section.style.contentVisibility = 'visible';
    }
  });
}
