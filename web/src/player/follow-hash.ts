import { fragmentOf } from '../state/address';

/** The time during which late rendering may still move the target, in milliseconds. */
const settleMs = 3000;
const readerEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls to the element that the address names. Sections out of view have only an estimated height, so sections that
 * render on the way move the target. Scrolling therefore repeats until the target rests or the reader scrolls.
 */
function scrollToHash(): void {
  const named = document.getElementById(fragmentOf(location.href).slice(1));
  if (!named) return;
  /** Returns the current target: a reveal or a fold around the element may open during hydration. */
  const targetNow = (): Element | null => {
    // A scene on the bench is not in the text: scroll to its place there.
    const place = named.getClientRects().length === 0 ? named.closest('.scene-place') : named;
    return named.closest('details:not([open])') ?? place;
  };
  const stop = new AbortController();
  for (const event of readerEvents) addEventListener(event, () => stop.abort(), { once: true, signal: stop.signal });
  const end = performance.now() + settleMs;
  let lastTop = NaN;
  const check = (): void => {
    const target = targetNow();
    if (!target || stop.signal.aborted || performance.now() > end) {
      stop.abort();
      return;
    }
    if (!(Math.abs(target.getBoundingClientRect().top - lastTop) < 2)) {
      target.scrollIntoView();
      lastTop = target.getBoundingClientRect().top;
    }
    requestAnimationFrame(check);
  };
  check();
}

/** Scrolls to the element that the address names, now and whenever the address changes. */
export function followHash(): void {
  addEventListener('hashchange', scrollToHash);
  scrollToHash();
}
