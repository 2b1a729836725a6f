import { mount } from 'svelte';
import CourseView from './CourseView.svelte';

/** Starts the course page and replaces its content for readers without scripts. */
export function start(): void {
  const target = document.getElementById('course');
  if (!target) throw new Error('the page has no element for the course');
  const labs = JSON.parse(target.dataset['labs'] ?? '[]') as { id: string; title: string }[];
  target.replaceChildren();
  mount(CourseView, { target, props: { labs } });
}
