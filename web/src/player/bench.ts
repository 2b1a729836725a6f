// Which scene stands on the bench: the pane beside the text of a wide page.

/** Where pages have a bench; design/bench.css has the same words. */
export const benchQuery = '(width >= 62rem) and (height >= 34rem)';

/** How far down the window the line is whose passing changes the scene, as a share of its height. */
const readingLine = 0.45;

const placesOf = (page: ParentNode): HTMLElement[] => [...page.querySelectorAll<HTMLElement>('.scene-place')];

/** Whether what is around an element is open. */
const isOpen = (place: Element): boolean => !place.closest('details:not([open])');

/** Where a scene begins to hold: a step's first one from the step's heading, each other from where it stands. */
function startOf(place: HTMLElement): number {
  const step = place.closest('.step, .opening');
  const isFirst = step?.querySelector('.scene-place') === place && !place.closest('details');
  return (isFirst ? step : place).getBoundingClientRect().top;
}

/** Returns the place of the scene for the text that is being read; undefined before the first scene. */
export function sceneRead(page: ParentNode, height = innerHeight): HTMLElement | undefined {
  const open = placesOf(page).filter(isOpen);
  return open.findLast((place) => startOf(place) <= height * readingLine);
}

/** Shows one scene and hides the others. */
export function showScene(page: ParentNode, place: HTMLElement): void {
  for (const other of placesOf(page)) other.toggleAttribute('data-shown', other === place);
}

/** The place of the scene that an element is in. */
export const sceneOf = (element: Element | null): HTMLElement | undefined =>
  element?.closest<HTMLElement>('.scene-place') ?? undefined;
