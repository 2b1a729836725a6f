import { goOnAt } from '../components/focus';

/**
 * Moves the focus to a reply that has just appeared, and scrolls the reply into view. The reply's text loads on demand
 * and makes the reply longer, so it is scrolled again a moment later, unless the reader has scrolled.
 */
export async function showReply(place: HTMLElement | null | undefined): Promise<void> {
  await goOnAt(place);
  const scroll = (): void => place?.scrollIntoView({ block: 'nearest' });
  scroll();
  const top = (): number | undefined => place?.getBoundingClientRect().top;
  const before = top();
  setTimeout(() => top() === before && scroll(), 200);
}
