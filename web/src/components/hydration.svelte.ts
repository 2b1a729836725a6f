import { onMount } from 'svelte';

/**
 * Whether a component is hydrated: prerendered controls do nothing before.
 *
 * Fields for text are prerendered as text (class `box`) and not as fields. On arrival, Chromium lays out each section
 * that contains a field, far below the window, too, to know what it could fill in; this was the longest task of a page.
 */
export class HydrationState {
  now = $state(false);

  constructor() {
    onMount(() => {
      this.now = true;
    });
  }
}
