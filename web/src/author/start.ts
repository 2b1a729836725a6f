import { mount } from 'svelte';
import Author from './Author.svelte';

/** Begins the page for authors, in place of what stands there for readers without scripts. */
export function start(): void {
  const place = document.getElementById('main');
  if (!place) throw new Error('the page has no main element');
  place.replaceChildren();
  mount(Author, { target: place });
}
