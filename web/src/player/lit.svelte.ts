// The published value that a reader points at or focuses: its figure in the text, its cell in a table and its mark on a chart
// light up together.
import type { Lab } from '../lab/types';

export class Lit {
  /** The cell: see `cellId`. */
  cell = $state<string>();

  /** Ends the light of a cell; another one that was lit since stays. */
  leave(cell: string | undefined): void {
    if (this.cell === cell) this.cell = undefined;
  }

  static readonly #known = new WeakMap<Lab, Lit>();

  /** The light on a lab's page, for all of its islands. */
  static of(lab: Lab): Lit {
    const lit = Lit.#known.get(lab) ?? new Lit();
    Lit.#known.set(lab, lit);
    return lit;
  }
}
