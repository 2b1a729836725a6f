// Hydrates the islands of a widget: in a whole lab as each nears the viewport, otherwise at once.
import { mount, unmount } from 'svelte';
import type { Island } from '../player/islands';

/** Mounts the islands marked `data-island`, `lazily` or at once. Returns a function that unmounts all of them. */
export function mountIslands(
  root: ParentNode,
  islands: Record<string, Island>,
  lazily: boolean,
  onfail: (error: unknown) => void,
): () => void {
  const parts: ReturnType<typeof mount>[] = [];
  let gone = false;
  const hydrate = async (target: HTMLElement, island: Island): Promise<void> => {
    try {
      const [{ default: component }, props] = await Promise.all([island.load(), island.props()]);
      if (!gone) parts.push(mount(component, { target, props: { ...props } }));
    } catch (error) {
      if (!gone) onfail(error);
    }
  };
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const island = islands[(target as HTMLElement).dataset['island'] ?? ''];
        if (!isIntersecting || !island) continue;
        watcher.unobserve(target);
        void hydrate(target as HTMLElement, island);
      }
    },
    { rootMargin: '1000px' },
  );
  for (const target of root.querySelectorAll<HTMLElement>('[data-island]')) {
    const island = islands[target.dataset['island'] ?? ''];
    if (!island) continue;
    if (lazily) watcher.observe(target);
    else void hydrate(target, island);
  }
  return () => {
    gone = true;
    watcher.disconnect();
    for (const part of parts) void unmount(part);
  };
}
