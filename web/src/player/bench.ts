// Which scene is on the bench: the pane beside the text of a wide page.
import type { SceneSettings } from '../session/session.svelte';
import { settingsIn } from '../lab/commands';

/** Where pages have a bench; design/bench.css has the same words. */
export const benchQuery = '(width >= 62rem) and (height >= 34rem)';

/** The id of a table's place on the bench: the table itself stands in the text. */
export const scenePlace = (table: string): string => `scene:${table}`;

/** How far down the window the line is whose passing changes the scene, as a share of its height. */
const readingLine = 0.45;

/**
 * A beat is the stretch of text during which a scene holds. It begins at the place of a figure, or at a link that an
 * author has put there, which shows a figure with settings.
 */
const beatsOf = (page: ParentNode): HTMLElement[] => [...page.querySelectorAll<HTMLElement>('.scene-place, .by-hand')];

const closedAround = (element: Element): HTMLElement | null => element.closest('details:not([open])');

const stepOf = (element: Element | null): Element | null => element?.closest('.step, .opening') ?? null;

/** Where a beat begins: a step's first one at the step's heading, each other one where it is. */
function startOf(beat: HTMLElement): number {
  const step = stepOf(beat);
  const isFirst = step?.querySelector('.scene-place, .by-hand') === beat && !beat.closest('details');
  return (isFirst ? step : (closedAround(beat) ?? beat)).getBoundingClientRect().top;
}

/** Where a reader is: the beat that holds, and the prediction that opens the next one, if that is what comes. */
export interface Reading {
  beat: HTMLElement | undefined;
  /** Id of the prediction. */
  after?: string;
}

/** Returns where the text is being read. */
export function reading(page: ParentNode, height = innerHeight): Reading {
  const passed = beatsOf(page).filter((beat) => startOf(beat) <= height * readingLine);
  // A scene by hand may show the figure of a reveal above it.
  const closed = (one: HTMLElement): HTMLElement | null => closedAround(one) ?? closedAround(placeOf(one) ?? one);
  const beat = passed.findLast((one) => !closed(one));
  const last = passed.at(-1);
  const after = last && last !== beat ? closed(last)?.dataset['after'] : undefined;
  return { beat, ...(after !== undefined && { after }) };
}

/**
 * The place of the figure that a beat shows. Where a curve is drawn, that is the chart as soon as the prediction has
 * opened it.
 */
export function placeOf(beat: HTMLElement): HTMLElement | undefined {
  const then = document.getElementById(beat.dataset['then'] ?? '');
  if (then && !closedAround(then)) return sceneOf(then);
  const shown = beat.dataset['show'];
  if (shown === undefined) return beat;
  return sceneOf(document.getElementById(shown)) ?? sceneOf(document.getElementById(scenePlace(shown)));
}

/** The step of a beat, what its author sets there, and how its figure is shown. */
export function settingsOf(beat: HTMLElement): SceneSettings {
  const { set = '', show: figure = '', view, bracket, highlight } = beat.dataset;
  return { step: stepOf(beat)?.id ?? '', settings: settingsIn(set), figure, look: { view, bracket, highlight } };
}

/** How a step is called: "step 3"; empty before the first one. */
export function stepName(beat: HTMLElement | undefined): string {
  const ordinal = stepOf(beat ?? null)?.querySelector('.ordinal')?.textContent;
  return ordinal ? `step ${ordinal}` : '';
}

/** The step under the reading line. */
export const stepRead = (page: ParentNode, height = innerHeight): Element | undefined =>
  [...page.querySelectorAll('.step, .opening, .back')].findLast(
    (step) => step.getBoundingClientRect().top <= height * readingLine,
  );

/** Shows the figure of a beat and hides the others; marks the link of the beat. */
export function showBeat(page: ParentNode, beat: HTMLElement): void {
  const place = placeOf(beat);
  for (const other of beatsOf(page)) {
    other.toggleAttribute('data-shown', other === place);
    other.toggleAttribute('data-read', other === beat);
    other.toggleAttribute('data-revealed', other === place && beat.dataset['then'] !== undefined);
  }
}

/** The place of the scene that an element is in. */
export const sceneOf = (element: Element | null): HTMLElement | undefined =>
  element?.closest<HTMLElement>('.scene-place') ?? undefined;

/** Where no bench is: the figure nearest to what is read, in its step or, if that has none, before it. */
export function figureNear(page: ParentNode, height = innerHeight): HTMLElement | undefined {
  const line = height * readingLine;
  const scenes = [...page.querySelectorAll<HTMLElement>('.scene-place > .scene')]
    .filter((scene) => !closedAround(scene) && scene.getClientRects().length > 0)
    .map((scene) => ({ scene, box: scene.getBoundingClientRect() }));
  const step = stepRead(page, height);
  const own = scenes.filter(({ scene }) => step?.contains(scene));
  const distance = ({ box }: { box: DOMRect }): number => Math.max(0, box.top - line, line - box.bottom);
  own.sort((one, other) => distance(one) - distance(other));
  return (own[0] ?? scenes.findLast(({ box }) => box.bottom <= line) ?? scenes[0])?.scene;
}
