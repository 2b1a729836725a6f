// The published value that a reader points at or focuses: its figure in the text, its cell in a table and its mark on a chart
// light up together.
import type { Lab } from '../lab/types';

export class Lit {
  #pointed = $state<string>();
  /** The cell that the scene of the text lights while the reader lights none. */
  #inText = $state.raw<{ cell: string }>();

  /** The cell: see `cellId`. */
  get cell(): string | undefined {
    return this.#pointed ?? this.#inText?.cell;
  }

  set cell(cell: string | undefined) {
    this.#pointed = cell;
  }

  /** Lights a cell of the text's scene; returns what ends it. */
  inScene(cell: string | undefined): (() => void) | undefined {
    if (cell === undefined) return undefined;
    const light = { cell };
    this.#inText = light;
    // The next scene may have lit the same cell by then.
    return () => {
      if (this.#inText === light) this.#inText = undefined;
    };
  }

  /** Ends the light of a cell; another one that was lit since stays. */
  leave(cell: string | undefined): void {
    if (this.#pointed === cell) this.#pointed = undefined;
  }

  static readonly #known = new WeakMap<Lab, Lit>();

  /** The light on a lab's page, for all of its islands. */
  static of(lab: Lab): Lit {
    const lit = Lit.#known.get(lab) ?? new Lit();
    Lit.#known.set(lab, lit);
    return lit;
  }
}
