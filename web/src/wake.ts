import { hydrate } from 'svelte';
import type { Islands } from './islands';

/** Lets the browser draw and answer between two pieces of work. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Takes over the parts of a page, in the order in which a reader meets them. */
export async function wake(parts: Islands['parts']): Promise<void> {
  for (const target of document.querySelectorAll<HTMLElement>('[data-island]')) {
    const part = parts[target.dataset['island'] ?? ''];
    if (part) hydrate(part.component, { target, props: part.props });
    await pause();
  }
}
