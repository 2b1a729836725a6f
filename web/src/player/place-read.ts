/** Possible link targets, from a whole step to a single figure. */
const places = '.step[id], .back[id], .asked[id], .scene-place[data-scene], [data-island^="table-"][id]';

/** Returns the id of the last link target that begins above the middle of the window; empty at the top of the page. */
export function placeRead(height = innerHeight): string {
  const read = [...document.querySelectorAll<HTMLElement>(places)].findLast(
    (place) => place.checkVisibility() && place.getBoundingClientRect().top <= height / 2,
  );
  return read?.dataset['scene'] ?? read?.id ?? '';
}
