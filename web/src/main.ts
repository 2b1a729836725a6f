import './design/tokens.css';
import './design/base.css';
import './design/figures.css';
import './design/site.css';
import './design/lab.css';
import type { Lab } from './lab/types';

const labs = import.meta.glob<string>('./engine/labs/lean/*.json', { import: 'default', query: '?url', eager: true });

async function fetchLab(id: string): Promise<Lab> {
  const response = await fetch(labs[`./engine/labs/lean/${id}.json`] ?? '');
  if (!response.ok) throw new Error(`the lab’s data: ${response.status} ${response.statusText}`);
  return response.json() as Promise<Lab>;
}

const notice = (text: string, role: 'alert' | 'status'): void => {
  const paragraph = document.createElement('p');
  paragraph.className = 'notice';
  paragraph.setAttribute('role', role);
  paragraph.textContent = text;
  document.querySelector('main')?.prepend(paragraph);
};

const id = document.getElementById('page')?.dataset['lab'];
// The page is readable before this runs; from here on it answers.
if (id)
  Promise.all([import('./player/start'), fetchLab(id)])
    .then(([{ start }, lab]) => start(lab, notice))
    .catch((error: unknown) => {
      // The text and the published tables stay; only the live parts are missing, and the page says so.
      const reason = error instanceof Error ? error.message : String(error);
      notice(
        `The live parts of this page could not be loaded (${reason}). The text and the published tables are complete; reload the page to try again.`,
        'alert',
      );
    });
