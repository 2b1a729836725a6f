import { mount } from 'svelte';
import './desk.css';
import Desk from './Desk.svelte';

/** Starts the model desk, replacing the content for readers without scripts. */
export function start(): void {
  const target = document.getElementById('desk');
  if (!target) throw new Error('the page has no element for the desk');
  const labs = JSON.parse(target.dataset['labs'] ?? '[]') as { id: string; title: string }[];
  target.replaceChildren();
  mount(Desk, { target, props: { labs } });
}
