import { hydrate } from 'svelte';
import type { Island } from './parts';

/** Lets the browser draw and answer between two pieces of work. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** How long a part that did not arrive waits for another try, in milliseconds. */
const patience = 5000;

/** Takes over the parts of a page when the reader comes near them, or when `rest` is called. */
export function wake(islands: Record<string, Island>): { rest: () => Promise<void> } {
  const waiting = new Map<HTMLElement, Island>();
  const come = async (targets: HTMLElement[]): Promise<void> => {
    // Fetched side by side, taken over one by one.
    const arriving = targets.flatMap((target) => {
      const island = waiting.get(target);
      if (!island) return [];
      waiting.delete(target);
      watcher.unobserve(target);
      return { target, island, part: Promise.all([island.load(), island.props()]).catch(() => undefined) };
    });
    for (const { target, island, part } of arriving) {
      const arrived = await part;
      if (arrived) {
        const [{ default: component }, props] = arrived;
        try {
          hydrate(component, { target, props });
          target.dataset['awake'] = '';
        } catch (error) {
          // A fault of one part is told, and is not the others’.
          reportError(error);
        }
      } else {
        // It stays as it was drawn.
        waiting.set(target, island);
        setTimeout(() => watcher.observe(target), patience);
      }
      await pause();
    }
  };
  const watcher = new IntersectionObserver(
    (entries) => {
      void come(entries.flatMap(({ target, isIntersecting }) => (isIntersecting ? (target as HTMLElement) : [])));
    },
    { rootMargin: '1000px' },
  );
  for (const target of document.querySelectorAll<HTMLElement>('[data-island]')) {
    const island = islands[target.dataset['island'] ?? ''];
    if (!island) continue;
    waiting.set(target, island);
    watcher.observe(target);
  }
  return { rest: () => come([...waiting.keys()]) };
}
