// Selects the scene on the bench: the pane next to the text of a wide page.
import type { SceneSettings } from '../session/session.svelte';
import { settingsIn } from '../lab/commands';

/** The media query for a bench; design/bench.css contains the same query. */
export const benchQuery = '(width >= 62rem) and (height >= 34rem)';

/** Returns the id of a table's place on the bench: the table itself is in the text. */
export const scenePlace = (table: string): string => `scene:${table}`;

/** The position of the line that selects the scene, as a share of the window's height from the top. */
const readingLine = 0.45;

/**
 * Returns the elements at which beats begin. A beat is a passage of the text next to which one scene is shown. It
 * begins at the place of a figure, or at an author's link that shows a figure with settings.
 */
const beatsOf = (page: ParentNode): HTMLElement[] => [...page.querySelectorAll<HTMLElement>('.scene-place, .by-hand')];

const closedAround = (element: Element): HTMLElement | null => element.closest('details:not([open])');

const stepOf = (element: Element | null): Element | null => element?.closest('.step, .opening') ?? null;

/** Returns the position at which a beat begins: for the first beat of a step, that of the step's heading. */
function startOf(beat: HTMLElement): number {
  const step = stepOf(beat);
  const isFirst = step?.querySelector('.scene-place, .by-hand') === beat && !beat.closest('details');
  return (isFirst ? step : (closedAround(beat) ?? beat)).getBoundingClientRect().top;
}

/** The reader's position: the current beat and, if a prediction opens the next beat, that prediction. */
export interface Reading {
  beat: HTMLElement | undefined;
  /** The id of the prediction that opens the next beat. */
  after?: string;
}

/** Returns the reader's position in the text. */
export function reading(page: ParentNode, height = innerHeight): Reading {
  // The opening scene stays until the reader scrolls, however short the text below it is.
  const beats = beatsOf(page);
  const passed = scrollY > 0 ? beats.filter((beat) => startOf(beat) <= height * readingLine) : beats.slice(0, 1);
  // A scene defined by the author may show the figure of a reveal above it.
  const closed = (one: HTMLElement): HTMLElement | null => closedAround(one) ?? closedAround(placeOf(one) ?? one);
  const beat = passed.findLast((one) => !closed(one));
  const last = passed.at(-1);
  const after = last && last !== beat ? closed(last)?.dataset['after'] : undefined;
  return { beat, ...(after !== undefined && { after }) };
}

/**
 * Returns the place of the figure that a beat shows. For a predicted curve, this figure is the chart once the
 * prediction has opened it.
 */
export function placeOf(beat: HTMLElement): HTMLElement | undefined {
  const then = document.getElementById(beat.dataset['then'] ?? '');
  if (then && !closedAround(then)) return sceneOf(then);
  const shown = beat.dataset['show'];
  if (shown === undefined) return beat;
  return sceneOf(document.getElementById(shown)) ?? sceneOf(document.getElementById(scenePlace(shown)));
}

/** Returns the step of a beat, its author's settings, and the view of its figure. */
export function settingsOf(beat: HTMLElement): SceneSettings {
  const { set = '', show: figure = '', view, bracket, highlight } = beat.dataset;
  return { step: stepOf(beat)?.id ?? '', settings: settingsIn(set), figure, look: { view, bracket, highlight } };
}

/** Returns the name of a step: "step 3"; empty before the first step. */
export function stepName(beat: HTMLElement | undefined): string {
  const ordinal = stepOf(beat ?? null)?.querySelector('.ordinal')?.textContent;
  return ordinal ? `step ${ordinal}` : '';
}

/** Returns the step under the reading line. */
export const stepRead = (page: ParentNode, height = innerHeight): Element | undefined =>
  [...page.querySelectorAll('.step, .opening, .back')].findLast(
    (step) => step.getBoundingClientRect().top <= height * readingLine,
  );

/** Shows the figure of a beat and hides all other figures; marks the link of the beat. */
export function showBeat(page: ParentNode, beat: HTMLElement): void {
  const place = placeOf(beat);
  for (const other of beatsOf(page)) {
    other.toggleAttribute('data-shown', other === place);
    other.toggleAttribute('data-read', other === beat);
    other.toggleAttribute('data-revealed', other === place && beat.dataset['then'] !== undefined);
  }
}

/** Returns the place of the scene that contains an element. */
export const sceneOf = (element: Element | null): HTMLElement | undefined =>
  element?.closest<HTMLElement>('.scene-place') ?? undefined;

/**
 * Returns the figure nearest to the reading position, for pages without a bench: in the current step or, if the step
 * has no figure, before it.
 */
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
