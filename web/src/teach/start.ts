import { mount } from 'svelte';
import Teach from './Teach.svelte';

/** Begins the page for teachers, in place of what it shows without scripts. */
export function start(): void {
  const target = document.getElementById('grade');
  if (!target) throw new Error('the page has no element for grading');
  const labs = JSON.parse(target.dataset['labs'] ?? '[]') as { id: string; title: string }[];
  target.replaceChildren();
  mount(Teach, { target, props: { labs } });
}
