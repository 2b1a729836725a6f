import type { Work } from './work.svelte';

/** The pause after a change before work is saved. */
const SAVE_DELAY_MS = 400;

/** Saves work after each change, and warns before a page with unsaved answers is left. */
export function autosave(work: Work, store = () => work.save()): void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let known = work.session.state;
  const save = (): void => {
    clearTimeout(waiting);
    waiting = undefined;
    store();
  };
  $effect.root(() => {
    $effect(() => {
      const { state } = work.session;
      if (state === known) return;
      known = state;
      clearTimeout(waiting);
      waiting = setTimeout(save, SAVE_DELAY_MS);
    });
  });
  const leaving = (): void => {
    if (waiting !== undefined) save();
  };
  addEventListener('pagehide', leaving);
  addEventListener('beforeunload', (event) => {
    leaving();
    if (work.atRisk) event.preventDefault();
  });
}
