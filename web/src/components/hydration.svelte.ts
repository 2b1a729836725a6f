import { onMount } from 'svelte';

/** Whether a component is hydrated: prerendered controls do nothing before. */
export class HydrationState {
  now = $state(false);

  constructor() {
    onMount(() => {
      this.now = true;
    });
  }
}
