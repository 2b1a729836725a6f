import { hydrate } from 'svelte';
import type { Island } from './islands';

/** Yields to the browser between two tasks. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Time before an island that failed to load is tried again, in milliseconds. */
const retryMs = 5000;

/** Hydrates the islands of a page as they near the viewport, and all of them when `hydrateAll` is called. */
export function hydrateIslands(islands: Record<string, Island>): { hydrateAll: () => Promise<void> } {
  const waiting = new Map<HTMLElement, Island>();
  const hydrateEach = async (targets: HTMLElement[]): Promise<void> => {
    // Fetched in parallel, hydrated one by one.
    const loading = targets.flatMap((target) => {
      const island = waiting.get(target);
      if (!island) return [];
      waiting.delete(target);
      watcher.unobserve(target);
      return { target, island, part: Promise.all([island.load(), island.props()]).catch(() => undefined) };
    });
    for (const { target, island, part } of loading) {
      const loaded = await part;
      if (loaded) {
        const [{ default: component }, props] = loaded;
        try {
          hydrate(component, { target, props });
          target.dataset['awake'] = '';
        } catch (error) {
          // An error of one island is reported and does not stop the others.
          reportError(error);
        }
      } else {
        // It stays as the build rendered it.
        waiting.set(target, island);
        setTimeout(() => watcher.observe(target), retryMs);
      }
      await pause();
    }
  };
  const watcher = new IntersectionObserver(
    (entries) => {
      void hydrateEach(
        entries.flatMap(({ target, isIntersecting }) => (isIntersecting ? (target as HTMLElement) : [])),
      );
    },
    { rootMargin: '1000px' },
  );
  for (const target of document.querySelectorAll<HTMLElement>('[data-island]')) {
    const island = islands[target.dataset['island'] ?? ''];
    if (!island) continue;
    waiting.set(target, island);
    watcher.observe(target);
  }
  return { hydrateAll: () => hydrateEach([...waiting.keys()]) };
}
