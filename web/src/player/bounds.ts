// What finds and draws published bounds: fetched by charts of labs whose tables have any.
export { default as BoundMarks } from '../charts/BoundMarks.svelte';
export { limitsOf } from './limits';
