import { mount } from 'svelte';
import './network.css';
import Network from './Network.svelte';

/** Starts the network page, replacing the content for readers without scripts. */
export function start(): void {
  const target = document.getElementById('network');
  if (!target) throw new Error('the page has no element for the network');
  target.replaceChildren();
  mount(Network, { target });
}
