import { fragmentOf } from '../state/address';
import { partAtTop } from './place-read';
import { onReaderEvent } from './reader-events';

/** The time during which late rendering may still move the target, in milliseconds. */
const settleMs = 3000;

/**
 * Scrolls to the element with an id. Sections out of view have only an estimated height, so sections that render on the
 * way move the target. Scrolling therefore repeats for a few seconds, unless the reader scrolls or operates the page.
 */
function settleAt(id: string, scrollTo: (target: Element) => void): void {
  const named = document.getElementById(id);
  if (!named) return;
  /** Returns the current target: a reveal or a fold around the element may open during hydration. */
  const targetNow = (): Element | null => {
    // A scene on the bench is not in the text: scroll to its place in the text.
    const place = named.getClientRects().length === 0 ? named.closest('.scene-place') : named;
    return named.closest('details:not([open])') ?? place;
  };
  const stop = new AbortController();
  onReaderEvent(() => stop.abort(), stop.signal);
  const end = performance.now() + settleMs;
  let lastTop = NaN;
  const check = (): void => {
    const target = targetNow();
    if (!target || stop.signal.aborted || performance.now() > end) {
      stop.abort();
      return;
    }
    if (!(Math.abs(target.getBoundingClientRect().top - lastTop) < 2)) {
      scrollTo(target);
      lastTop = target.getBoundingClientRect().top;
    }
    requestAnimationFrame(check);
  };
  check();
}

const scrollToHash = (): void => settleAt(fragmentOf(location.href).slice(1), (target) => target.scrollIntoView());

/** The reader's place when the page was left: the id of an element, and its distance from the top of the window. */
interface ReadPosition {
  id: string;
  top: number;
}
const placeKey = (): string => `read:${location.pathname}`;

/**
 * Stores the place for this tab: the browser stores a distance from the page's top, which is inaccurate on return
 * because section heights are estimates.
 */
function keepPlace(): void {
  const part = partAtTop();
  const place: ReadPosition | undefined = part && { id: part.id, top: part.getBoundingClientRect().top };
  try {
    if (place) sessionStorage.setItem(placeKey(), JSON.stringify(place));
    else sessionStorage.removeItem(placeKey());
  } catch {
    // The browser refuses storage, so only the scroll position that it stores itself is available.
  }
}

/**
 * Returns the stored place after a reload or when the reader returns through the history; undefined for a new visit.
 */
function placeLeft(): ReadPosition | undefined {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (visit?.type !== 'reload' && visit?.type !== 'back_forward') return undefined;
  try {
    return (JSON.parse(sessionStorage.getItem(placeKey()) ?? 'null') as ReadPosition | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * Scrolls to the element that the address names, now and whenever the address changes; on return, to the place that the
 * reader left.
 */
export function followHash(): void {
  addEventListener('hashchange', scrollToHash);
  addEventListener('pagehide', keepPlace);
  const place = placeLeft();
  if (!place) scrollToHash();
  else
    settleAt(place.id, (target) =>
      scrollBy({ top: target.getBoundingClientRect().top - place.top, behavior: 'instant' }),
    );
}
