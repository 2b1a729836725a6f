import { onMount } from 'svelte';

/** Whether a part answers yet: prerendered controls have nothing behind them; they wake up with the script. */
export class Live {
  now = $state(false);

  constructor() {
    onMount(() => {
      this.now = true;
    });
  }
}
