import { mount } from 'svelte';
import Author from './Author.svelte';

/** Starts the page for authors, replacing the content for readers without scripts. */
export function start(): void {
  const place = document.getElementById('main');
  if (!place) throw new Error('the page has no main element');
  place.replaceChildren();
  mount(Author, { target: place });
}
