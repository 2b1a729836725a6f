// Shapes that move from one state of a chart to the next, so that the eye can follow them.
import { easeCubicInOut } from 'd3-ease';
import { timer, type Timer } from 'd3-timer';
import { untrack } from 'svelte';
import { MediaQuery } from 'svelte/reactivity';
import { between } from './between';
import type { Shape } from './mark';

/** The duration of a movement, in milliseconds. */
const travelMs = 560;

/** Changes that follow each other within this time, in milliseconds, count as a drag and are drawn without movement. */
const handMs = 120;

const reducedMotion = new MediaQuery('(prefers-reduced-motion: reduce)');

/** The movement of shapes to their new positions. */
export class Tween {
  readonly #target: () => readonly Shape[];
  /** The shapes during a movement; undefined at other times. */
  #underway = $state.raw<readonly Shape[]>();
  /** The last target shapes, their box, and the time at which they were set. */
  #last: { shapes: readonly Shape[]; box: string; at: number } | undefined;
  #timer: Timer | undefined;

  /**
   * `box` identifies the position and size of the drawing area. Shapes are drawn without movement when `box` changes,
   * and while they are `partial`.
   */
  constructor(target: () => readonly Shape[], box: () => string, partial: () => boolean) {
    this.#target = target;
    $effect(() => {
      const [shapes, now, isPartial] = [target(), box(), partial()];
      untrack(() => this.#go(shapes, now, isPartial));
    });
    $effect(() => () => this.#timer?.stop());
  }

  get shapes(): readonly Shape[] {
    return this.#underway ?? this.#target();
  }

  #go(shapes: readonly Shape[], box: string, isPartial: boolean): void {
    const last = this.#last;
    const from = this.#underway ?? last?.shapes;
    this.#last = { shapes, box, at: performance.now() };
    this.#timer?.stop();
    this.#underway = undefined;
    const isHand = last && this.#last.at - last.at < handMs;
    if (!from || isPartial || isHand || box !== last?.box || reducedMotion.current || document.hidden) return;
    const way = between(from, shapes);
    const draw = (share: number): void => {
      this.#underway = share < 1 ? way(easeCubicInOut(share)) : undefined;
    };
    draw(0);
    this.#timer = timer((elapsed) => {
      draw(elapsed / travelMs);
      if (elapsed >= travelMs) this.#timer?.stop();
    });
  }
}
