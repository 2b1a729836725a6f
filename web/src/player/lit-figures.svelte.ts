// Highlights published values in the text together with their cells and marks. The text needs no separate script: each
// value contains its expression, which names the cell.
import type { Lit } from './lit.svelte';

const selector = '.honest-number.published';

/**
 * Returns the cell of a published value in the text, from an expression such as `published("table", 2000, "column")`.
 */
function cellOf(figure: Element): string | undefined {
  const [, names] = /^published\((.*)\)$/.exec(figure.querySelector('code')?.textContent ?? '') ?? [];
  return names === undefined ? undefined : (JSON.parse(`[${names}]`) as (string | number)[]).join('/');
}

const known = new WeakSet<Node>();

/**
 * Connects the published values in a page's text with the highlighting of their cells; `place` is any element on the
 * page.
 */
export function lightFigures(lit: Lit, place: Element): void {
  const root = place.getRootNode() as Document | ShadowRoot;
  if (known.has(root)) return;
  known.add(root);
  const figureAt = ({ target }: Event): Element | null => (target instanceof Element ? target.closest(selector) : null);
  for (const [enter, leave] of [
    ['pointerover', 'pointerout'],
    ['focusin', 'focusout'],
  ] as const) {
    root.addEventListener(enter, (event) => {
      const figure = figureAt(event);
      if (figure) lit.cell = cellOf(figure);
    });
    root.addEventListener(leave, (event) => {
      const figure = figureAt(event);
      if (figure) lit.leave(cellOf(figure));
    });
  }
  $effect.root(() => {
    $effect(() => {
      for (const figure of root.querySelectorAll(selector))
        figure.classList.toggle('lit', lit.cell !== undefined && cellOf(figure) === lit.cell);
    });
  });
}
