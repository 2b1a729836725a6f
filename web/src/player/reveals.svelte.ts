import type { Session } from '../session/session.svelte';

/**
 * Keeps the reveal of a prediction closed until the prediction is committed. Without a script, the reveal is an
 * ordinary `details` that can be opened freely.
 */
export function guardReveals(session: Session, root: Document | ShadowRoot = document): void {
  for (const details of root.querySelectorAll<HTMLDetailsElement>('details[data-after]')) {
    const after = details.dataset['after'] ?? '';
    const summary = details.querySelector('summary');
    const open = summary?.textContent ?? '';
    summary?.addEventListener('click', (event) => {
      if (session.revealed(after)) return;
      event.preventDefault();
      // Scrolls to the prediction that has not been committed yet.
      const place = root.getElementById(after);
      place?.scrollIntoView({ block: 'center' });
      place?.querySelector<HTMLElement>('input, button, [tabindex]')?.focus({ preventScroll: true });
    });
    // A browser opens the reveal for a link into it or for a text search.
    details.addEventListener('toggle', () => {
      if (details.open && !session.revealed(after)) details.open = false;
    });
    $effect.root(() => {
      // Only a change of `revealed` opens or closes the reveal: after other changes of the session, it stays as the
      // reader has set it.
      const revealed = $derived(session.revealed(after));
      $effect(() => {
        details.open = revealed;
        if (summary) summary.textContent = revealed ? open : 'Commit your prediction first';
      });
    });
  }
}
