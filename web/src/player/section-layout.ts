import { onReaderEvent } from './reader-events';

/** Waits until the browser is idle, or a short time if it has no such callback. */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 1000 });
    else setTimeout(resolve, 50);
  });

/**
 * Lays out the sections that the page's first layout skipped, one by one from the last. Until then, their heights are
 * estimates, and a jump across them ends at the wrong position. Nothing depends on them before the reader moves, and a
 * slow phone is still busy with the first figure.
 */
export function layOutSections(): void {
  onReaderEvent(async () => {
    for (const section of [...document.querySelectorAll<HTMLElement>('.sheet section')].reverse()) {
      await idle();
      section.style.contentVisibility = 'visible';
    }
  });
}
