/** Waits until the browser is idle, or shortly where it has no such callback. */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 1000 });
    else setTimeout(resolve, 50);
  });

/**
 * Lays out the sections that the page's first layout skipped, one at a time from the last. Until then their heights are
 * estimates, and a jump across them ends in the wrong place.
 */
export async function layOutSections(): Promise<void> {
  for (const section of [...document.querySelectorAll<HTMLElement>('.sheet section')].reverse()) {
    await idle();
    section.style.contentVisibility = 'visible';
  }
}
