// The page for frames: its address selects the content, and messages report events to the host page.
import { Bridge } from './bridge';
import { views } from './views';

/** Parameters of the address; `s` is the state, as in the addresses of labs. */
const names = [
  'view',
  'step',
  'table',
  'chart',
  'question',
  'model',
  'state',
  'seed',
  'controls',
  'theme',
  'label',
  'reveal',
];

const element = document.querySelector<HTMLElement>('pathlength-lab');
const parameters = new URLSearchParams(location.search);
if (element) {
  for (const name of names) {
    const value = parameters.get(name) ?? (name === 'state' ? parameters.get('s') : null);
    if (value !== null) element.setAttribute(name, value);
  }
  // A parameter such as `table` selects its view.
  const implied = views.find((view) => parameters.has(view));
  if (!parameters.has('view') && implied) element.setAttribute('view', implied);
  if (parent !== window)
    new Bridge(element as ConstructorParameters<typeof Bridge>[0], parameters.get('origin') ?? '*').listen();
}
