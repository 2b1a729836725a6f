/** What a link may lead to, from the whole step to a single figure. */
const places = '.step[id], .back[id], .asked[id], .scene-place[data-scene], [data-island^="table-"][id]';

/** The id of the last place whose beginning is in the upper half of the window; empty at the head of the page. */
export function placeRead(height = innerHeight): string {
  const read = [...document.querySelectorAll<HTMLElement>(places)].findLast(
    (place) => place.checkVisibility() && place.getBoundingClientRect().top <= height / 2,
  );
  return read?.dataset['scene'] ?? read?.id ?? '';
}
