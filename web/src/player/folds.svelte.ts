// Parts that are folded into a line: several tables in a row, the list of all tables, and parameters.
import { fragmentOf } from '../state/address';
import type { Session } from '../session/session.svelte';

/** Opens the folded parts around an element, and the one directly inside it. */
function unfold(element: Element | null | undefined): void {
  element?.querySelector<HTMLDetailsElement>(':scope > .fold')?.setAttribute('open', '');
  for (let at = element?.closest('.fold'); at; at = at.parentElement?.closest('.fold')) at.setAttribute('open', '');
}

const placeIn = (address: string): Element | null => document.getElementById(fragmentOf(address).slice(1));

/**
 * Opens the folded parts to which a link leads, and those with the reader's open cells or charts. Browsers open folded
 * parts in which a text search finds a match, and the style sheet opens all of them for printing.
 */
export function openFolds(session: Session): void {
  unfold(placeIn(location.href));
  addEventListener('hashchange', () => unfold(placeIn(location.href)));
  // A second click on a link does not change the address.
  addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="#"]') : null;
    if (link) unfold(placeIn(link.href));
  });
  $effect.root(() => {
    $effect(() => {
      for (const id of Object.keys(session.state.looks)) unfold(document.getElementById(id)?.closest('.fold'));
    });
  });
}
