// What draws confidence intervals: fetched by charts whose values have any.
export { default as Band } from '../charts/Band.svelte';
export { default as Whiskers } from '../charts/Whiskers.svelte';
