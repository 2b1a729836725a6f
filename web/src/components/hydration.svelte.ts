import { onMount } from 'svelte';

/**
 * The hydration state of a component: prerendered controls have no effect before hydration.
 *
 * Text fields are prerendered as text (class `box`), not as fields. When a page loads, Chromium lays out each section
 * with a field, even far below the window, to find fields for autofill. With real fields, this layout was the longest
 * task of a page.
 */
export class HydrationState {
  now = $state(false);

  constructor() {
    onMount(() => {
      this.now = true;
    });
  }
}
