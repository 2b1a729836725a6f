// The page that other pages frame: the address says what is shown, and messages tell the framing page what happens.
import { Bridge } from './bridge';
import { views } from './views';

/** What an address may say; `s` is the state, as in the addresses of labs. */
const names = ['view', 'step', 'table', 'chart', 'question', 'state', 'seed', 'controls', 'theme', 'label', 'reveal'];

const element = document.querySelector<HTMLElement>('pathlength-lab');
const asked = new URLSearchParams(location.search);
if (element) {
  for (const name of names) {
    const value = asked.get(name) ?? (name === 'state' ? asked.get('s') : null);
    if (value !== null) element.setAttribute(name, value);
  }
  // A part that is named alone is what is meant.
  const alone = views.find((view) => asked.has(view));
  if (!asked.has('view') && alone) element.setAttribute('view', alone);
  if (parent !== window)
    new Bridge(element as ConstructorParameters<typeof Bridge>[0], asked.get('origin') ?? '*').listen();
}
