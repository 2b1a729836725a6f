import { hydrate } from 'svelte';
import { componentOf, type Islands, type Part } from './islands';

/** Lets the browser draw and answer between two pieces of work. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

async function take(target: HTMLElement, part: Part): Promise<void> {
  hydrate(await componentOf(part), { target, props: part.props });
  target.dataset['awake'] = '';
}

/** Takes over the parts of a page: those at hand in their order, the others when the reader comes near. */
export async function wake(parts: Islands['parts']): Promise<void> {
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        watcher.unobserve(target);
        const part = parts[(target as HTMLElement).dataset['island'] ?? ''];
        // A part that does not arrive stays as it was drawn; the next approach tries again.
        if (part) take(target as HTMLElement, part).catch(() => watcher.observe(target));
      }
    },
    { rootMargin: '1000px' },
  );
  for (const target of document.querySelectorAll<HTMLElement>('[data-island]')) {
    const part = parts[target.dataset['island'] ?? ''];
    if (part?.late) watcher.observe(target);
    else if (part) await take(target, part);
    await pause();
  }
}
