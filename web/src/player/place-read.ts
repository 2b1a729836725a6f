/** Parts of the text that a link can name, from a whole step to a single table. */
const parts = '.step[id], .back[id], .asked[id], [data-island^="table-"][id]';

/** Returns the last of the selected elements that begins above a given height in the window. */
const lastAbove = (selector: string, height: number): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(selector)].findLast(
    (place) => place.checkVisibility() && place.getBoundingClientRect().top <= height,
  );

/** Returns the part of the text at the top of the window; undefined at the top of the page. */
export const partAtTop = (): HTMLElement | undefined => lastAbove(parts, 1);

/** Returns the id of the last link target that begins above the middle of the window; empty at the top of the page. */
export function placeRead(height = innerHeight): string {
  const read = lastAbove(`${parts}, .scene-place[data-scene]`, height / 2);
  return read?.dataset['scene'] ?? read?.id ?? '';
}
