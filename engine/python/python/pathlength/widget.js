// Shows the element of the labs in a notebook, and keeps its attributes, state, and results equal to the traits in Python.

const attributes = ['lab', 'view', 'step', 'table', 'chart', 'question', 'controls', 'seed', 'theme', 'label'];

/** Returns the address of the element's files: the given one, or where Jupyter serves those of `pathlength-notebook`. */
function addressOf(base) {
  if (base) return base;
  const config = JSON.parse(document.getElementById('jupyter-config-data')?.textContent || '{}');
  if (!config.fullLabextensionsUrl)
    throw new Error('this page does not serve the files of the widget: give base=pathlength.widget.serve()');
  return new URL(`${config.fullLabextensionsUrl}/pathlength/static/`, location.href).href;
}

function render({ model, el }) {
  const element = document.createElement('pathlength-lab');
  element.setAttribute('loading', 'eager');
  const set = (values) => {
    for (const [name, value] of Object.entries(values)) model.set(name, value);
    model.save_changes();
  };
  const report = (problem) => set({ problem: String(problem?.message ?? problem) });

  const follow = (name) => {
    const value = model.get(name);
    if (value) element.setAttribute(name, value);
    else element.removeAttribute(name);
  };
  const changes = attributes.map((name) => [`change:${name}`, () => follow(name)]);
  changes.push([
    'change:state',
    () => {
      if (element.getState() === model.get('state')) return;
      const refused = element.setState(model.get('state'));
      if (refused.length > 0) report(refused.join(' '));
      else void showResults();
    },
  ]);
  attributes.forEach(follow);
  if (model.get('state')) element.setAttribute('state', model.get('state'));
  for (const [event, listener] of changes) model.on(event, listener);

  async function showResults() {
    if (!['table', 'chart', 'playground'].includes(model.get('view'))) return;
    try {
      set({ _data: await element.getData('json') });
    } catch (error) {
      report(error);
    }
  }
  const on = (name, listener) => element.addEventListener(`pathlength-${name}`, ({ detail }) => listener(detail));
  on('load', () => {
    set({ loaded: true, problem: '' });
    void showResults();
  });
  on('statechange', ({ state }) => {
    set({ state });
    void showResults();
  });
  on('score', ({ score }) => set({ score }));
  on('error', report);

  const start = async () => {
    await import(/* @vite-ignore */ new URL('embed.js', addressOf(model.get('base'))).href);
    el.append(element);
  };
  start().catch((error) => {
    report(error);
    el.append(`The lab cannot be shown: ${error.message}`);
  });
  return () => {
    for (const [event, listener] of changes) model.off(event, listener);
    element.remove();
  };
}

export default { render };
