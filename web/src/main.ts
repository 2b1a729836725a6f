import './design/tokens.css';
import './design/base.css';
import './design/figures.css';
import './design/site.css';
import './design/lab.css';
import { fetchJson } from './lab/fetch';
import type { Lab } from './lab/types';

const labs = import.meta.glob<string>('./engine/labs/lean/*.json', { import: 'default', query: '?url', eager: true });

const notice = (text: string, role: 'alert' | 'status'): void => {
  const paragraph = document.createElement('p');
  paragraph.className = 'notice';
  paragraph.setAttribute('role', role);
  paragraph.textContent = text;
  document.querySelector('main')?.prepend(paragraph);
};

const { lab: id, script } = document.getElementById('page')?.dataset ?? {};
// The page is readable before this runs; from here on it answers.
if (id)
  Promise.all([import('./player/start'), fetchJson<Lab>(labs[`./engine/labs/lean/${id}.json`] ?? '')])
    .then(([{ start }, lab]) => start(lab, notice))
    .catch((error: unknown) => {
      // The text and the published tables stay; only the live parts are missing, and the page says so.
      const reason = error instanceof Error ? error.message : String(error);
      notice(
        `The live parts of this page could not be loaded (${reason}). The text and the published tables are complete; reload the page to try again.`,
        'alert',
      );
    });

if (script === 'author')
  import('./author/start')
    .then(({ start }) => start())
    .catch((error: unknown) => {
      notice(`This page could not be loaded (${error instanceof Error ? error.message : String(error)}).`, 'alert');
    });
