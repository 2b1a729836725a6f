// The published value under the reader's pointer or focus. Its number in the text, its cell in a table, and its mark in
// a chart are highlighted together.
import type { Lab } from '../lab/types';

export class Lit {
  #pointed = $state<string>();
  /** The cell highlighted by the text's scene, unless the reader highlights a cell. */
  #inText = $state.raw<{ cell: string }>();

  /** The id of the highlighted cell: see `cellId`. */
  get cell(): string | undefined {
    return this.#pointed ?? this.#inText?.cell;
  }

  set cell(cell: string | undefined) {
    this.#pointed = cell;
  }

  /** Highlights a cell of the text's scene; returns a function that ends the highlighting. */
  inScene(cell: string | undefined): (() => void) | undefined {
    if (cell === undefined) return undefined;
    const light = { cell };
    this.#inText = light;
    // The next scene may have highlighted the same cell by then.
    return () => {
      if (this.#inText === light) this.#inText = undefined;
    };
  }

  /** Ends the highlighting of a cell; another cell highlighted since then stays. */
  leave(cell: string | undefined): void {
    if (this.#pointed === cell) this.#pointed = undefined;
  }

  static readonly #known = new WeakMap<Lab, Lit>();

  /** Returns the highlighting of a lab's page, shared by its islands. */
  static of(lab: Lab): Lit {
    const lit = Lit.#known.get(lab) ?? new Lit();
    Lit.#known.set(lab, lit);
    return lit;
  }
}
