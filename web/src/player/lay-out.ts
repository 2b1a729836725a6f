/** When the browser has nothing else to do, or soon where it cannot tell. */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 1000 });
    else setTimeout(resolve, 50);
  });

/**
 * Lays out what the page's first layout left for later, from the end on and a section at a time. Until then the heights
 * of sections that are out of sight are guesses, and a leap across them ends in the wrong place.
 */
export async function layOut(): Promise<void> {
  for (const section of [...document.querySelectorAll<HTMLElement>('.sheet section')].reverse()) {
    await idle();
    section.style.contentVisibility = 'visible';
  }
}
