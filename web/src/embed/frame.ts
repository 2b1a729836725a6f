// The page for frames: its address selects the content, and messages report events to the host page.
import { Bridge } from './bridge';
import { views } from './views';

/** The attributes that the page sets itself, and those that only pages with the element need. */
const own: readonly string[] = ['lab', 'src', 'loading', 'poster'];
const element = document.querySelector<HTMLElement>('pathlength-lab');
const parameters = new URLSearchParams(location.search);
if (element) {
  // The attributes are taken from the element, which the page's first script defines: that script must stay one file,
  // so it cannot share a module.
  const { observedAttributes } = element.constructor as unknown as { observedAttributes: readonly string[] };
  /** Parameters of the address: the other attributes; `s` is the state, as in the addresses of labs. */
  const names = observedAttributes.filter((name) => !own.includes(name));
  for (const name of names) {
    const value = parameters.get(name) ?? (name === 'state' ? parameters.get('s') : null);
    if (value !== null) element.setAttribute(name, value);
  }
  // A parameter named after a view, such as `table`, selects that view.
  const implied = views.find((view) => parameters.has(view));
  if (!parameters.has('view') && implied) element.setAttribute('view', implied);
  if (parent !== window)
    new Bridge(element as ConstructorParameters<typeof Bridge>[0], parameters.get('origin') ?? '*').listen();
}
