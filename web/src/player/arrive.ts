/** How long what comes into sight may still push a place away, in milliseconds. */
const patience = 3000;
const moves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Leads to the place that the address names. Parts out of sight have only an estimated height, so what comes into sight
 * on the way pushes the place away: it is gone to again, until it rests or the reader moves.
 */
function arrive(): void {
  const named = document.getElementById(location.hash.slice(1));
  const place = named?.closest('details:not([open])') ?? named;
  if (!place) return;
  const stop = new AbortController();
  for (const move of moves) addEventListener(move, () => stop.abort(), { once: true, signal: stop.signal });
  const end = performance.now() + patience;
  let rests = NaN;
  const look = (): void => {
    if (stop.signal.aborted || performance.now() > end) {
      stop.abort();
      return;
    }
    if (!(Math.abs(place.getBoundingClientRect().top - rests) < 2)) {
      place.scrollIntoView();
      rests = place.getBoundingClientRect().top;
    }
    requestAnimationFrame(look);
  };
  look();
}

/** Leads to places of the page, now and whenever a link names another one. */
export function leadToPlaces(): void {
  addEventListener('hashchange', arrive);
  arrive();
}
