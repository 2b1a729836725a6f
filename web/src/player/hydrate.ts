import { hydrate, mount } from 'svelte';
import type { Island } from './islands';

/** Yields to the browser between two tasks. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** The time before a failed island is retried, in milliseconds. */
const retryMs = 5000;

/** Hydrates the islands of a page as they near the viewport, and all of them when `hydrateAll` is called. */
export function hydrateIslands(islands: Record<string, Island>): { hydrateAll: () => Promise<void> } {
  const waiting = new Map<HTMLElement, Island>();
  /**
   * Returns the elements whose approach hydrates an island: the island itself and, since a scene on the bench is not in
   * the text, its link.
   */
  const signsOf = (target: HTMLElement): Element[] => {
    const link = target.closest('.scene-place');
    return link ? [target, link] : [target];
  };
  const near = (sign: Element): HTMLElement[] => [...waiting.keys()].filter((target) => signsOf(target).includes(sign));
  const watch = (target: HTMLElement): void => signsOf(target).forEach((sign) => watcher.observe(sign));
  const hydrateEach = async (targets: HTMLElement[]): Promise<void> => {
    // Islands are fetched in parallel and hydrated one by one.
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
          // A page rendered by a browser instead of the build has empty islands.
          (target.firstChild ? hydrate : mount)(component, { target, props });
          target.dataset['awake'] = '';
        } catch (error) {
          // An error in one island is reported and does not stop the others.
          reportError(error);
        }
      } else {
        // The island stays as rendered by the build.
        waiting.set(target, island);
        setTimeout(() => watch(target), retryMs);
      }
      await pause();
    }
  };
  const watcher = new IntersectionObserver(
    (entries) => {
      void hydrateEach(entries.flatMap(({ target, isIntersecting }) => (isIntersecting ? near(target) : [])));
    },
    { rootMargin: '1000px' },
  );
  for (const target of document.querySelectorAll<HTMLElement>('[data-island]')) {
    const island = islands[target.dataset['island'] ?? ''];
    if (!island) continue;
    waiting.set(target, island);
    if (!island.isPageWide) watch(target);
  }
  void hydrateEach([...waiting].flatMap(([target, { isPageWide }]) => (isPageWide ? target : [])));
  return { hydrateAll: () => hydrateEach([...waiting.keys()]) };
}
