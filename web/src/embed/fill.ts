// Brings what answers to its places in a widget: in a whole lab as a reader comes near each, else at once.
import { mount, unmount } from 'svelte';
import type { Island } from '../player/parts';

/** Fills the places marked `data-island`, `slowly` or at once; gives what takes all of it away again. */
export function fill(
  within: ParentNode,
  islands: Record<string, Island>,
  slowly: boolean,
  failed: (error: unknown) => void,
): () => void {
  const parts: ReturnType<typeof mount>[] = [];
  let gone = false;
  const come = async (target: HTMLElement, island: Island): Promise<void> => {
    try {
      const [{ default: component }, props] = await Promise.all([island.load(), island.props()]);
      if (!gone) parts.push(mount(component, { target, props: { ...props } }));
    } catch (error) {
      if (!gone) failed(error);
    }
  };
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const island = islands[(target as HTMLElement).dataset['island'] ?? ''];
        if (!isIntersecting || !island) continue;
        watcher.unobserve(target);
        void come(target as HTMLElement, island);
      }
    },
    { rootMargin: '1000px' },
  );
  for (const target of within.querySelectorAll<HTMLElement>('[data-island]')) {
    const island = islands[target.dataset['island'] ?? ''];
    if (!island) continue;
    if (slowly) watcher.observe(target);
    else void come(target, island);
  }
  return () => {
    gone = true;
    watcher.disconnect();
    for (const part of parts) void unmount(part);
  };
}
