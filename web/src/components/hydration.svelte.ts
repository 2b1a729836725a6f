import { onMount } from 'svelte';

/**
 * The hydration state of a component: prerendered controls have no effect before hydration.
 *
 * Text fields are prerendered as text (class `box`), not as fields. When a page arrives, Chromium lays out each section
 * with a field, even far below the window, to find the fields that it could fill in. That layout was the longest task
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
