import { mount } from 'svelte';
import Teach from './Teach.svelte';

/** Starts the page for teachers, replacing the content for readers without scripts. */
export function start(): void {
  const target = document.getElementById('grade');
  if (!target) throw new Error('the page has no element for grading');
  const labs = JSON.parse(target.dataset['labs'] ?? '[]') as { id: string; title: string }[];
  target.replaceChildren();
  mount(Teach, { target, props: { labs } });
}
