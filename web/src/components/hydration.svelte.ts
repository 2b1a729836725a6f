import { onMount } from 'svelte';

/**
 * Whether a component is hydrated: prerendered controls have no effect before that.
 *
 * Fields for text are prerendered as text (class `box`) and not as fields. When a page arrives, Chromium lays out each
 * section with a field, even far below the window, to find the fields that it could fill in; this was the longest task
 * of a page.
 */
export class HydrationState {
  now = $state(false);

  constructor() {
    onMount(() => {
      this.now = true;
    });
  }
}
