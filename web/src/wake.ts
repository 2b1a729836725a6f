import { hydrate } from 'svelte';
import { componentOf, type Islands, type Part } from './islands';

/** Lets the browser draw and answer between two pieces of work. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

async function take(target: HTMLElement, part: Part): Promise<void> {
  hydrate(await componentOf(part), { target, props: part.props });
  target.dataset['awake'] = '';
}

/**
 * Takes over the parts of a page: those at hand in their order, the others when the reader comes near or when
 * `rest` is called.
 */
export async function wake(parts: Islands['parts']): Promise<{ rest: () => Promise<void> }> {
  const waiting = new Map<HTMLElement, Part>();
  const come = async (target: HTMLElement): Promise<void> => {
    const part = waiting.get(target);
    if (!part) return;
    waiting.delete(target);
    watcher.unobserve(target);
    await take(target, part).catch(() => {
      // A part that does not arrive stays as it was drawn; the next approach tries again.
      waiting.set(target, part);
      watcher.observe(target);
    });
  };
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) void come(target as HTMLElement);
    },
    { rootMargin: '1000px' },
  );
  for (const target of document.querySelectorAll<HTMLElement>('[data-island]')) {
    const part = parts[target.dataset['island'] ?? ''];
    if (part?.late) {
      waiting.set(target, part);
      watcher.observe(target);
    } else if (part) await take(target, part);
    await pause();
  }
  return {
    async rest() {
      for (const target of [...waiting.keys()]) {
        await come(target);
        await pause();
      }
    },
  };
}
