import { mount } from 'svelte';
import Materials from './Materials.svelte';

/** Starts the page with a teacher's materials, replacing the content for readers without scripts. */
export function start(): void {
  const target = document.getElementById('materials');
  if (!target) throw new Error('the page has no element for the materials');
  const labs = JSON.parse(target.dataset['labs'] ?? '[]') as { id: string; title: string }[];
  target.replaceChildren();
  mount(Materials, { target, props: { labs } });
}
