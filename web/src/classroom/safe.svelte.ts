import type { Work } from './work.svelte';

/** How long a student must have paused before work is kept, in milliseconds. */
const rest = 400;

/** Keeps work after each change, and warns before a page is left with answers that are kept nowhere. */
export function keepSafe(work: Work): void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let known = work.session.state;
  const save = (): void => {
    clearTimeout(waiting);
    waiting = undefined;
    work.save();
  };
  $effect.root(() => {
    $effect(() => {
      const { state } = work.session;
      if (state === known) return;
      known = state;
      clearTimeout(waiting);
      waiting = setTimeout(save, rest);
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
