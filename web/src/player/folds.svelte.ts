// Parts that are folded to a line: tables that stand one after another, all tables, and parameters.
import { fragmentOf } from '../state/address';
import type { Session } from '../session/session.svelte';

/** Opens what is folded around an element, and what a section has folded in it. */
function unfold(element: Element | null | undefined): void {
  element?.querySelector<HTMLDetailsElement>(':scope > .fold')?.setAttribute('open', '');
  for (let at = element?.closest('.fold'); at; at = at.parentElement?.closest('.fold')) at.setAttribute('open', '');
}

const placeIn = (address: string): Element | null => document.getElementById(fragmentOf(address).slice(1));

/**
 * Opens what is folded where a link leads, and where a reader's cell or picture is kept. For a search in the page
 * browsers open it, and on paper the style sheet does.
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
