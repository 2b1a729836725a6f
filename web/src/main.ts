import './design/tokens.css';
import './design/base.css';
import './design/figures.css';
import './design/site.css';
import { islands } from './islands';
import type { Lab } from './lab/types';
import { pages } from './pages';

const labs = import.meta.glob<string>('./engine/labs/lean/*.json', { import: 'default', query: '?url', eager: true });

/** The page is readable before this runs; from here on it answers. */
async function start(id: string): Promise<void> {
  const [{ wake }, { default: open }, lab] = await Promise.all([
    import('./wake'),
    (islands[id] as (typeof islands)[string])(),
    fetch(labs[`./engine/labs/lean/${id}.json`] ?? '').then((response) => {
      if (!response.ok) throw new Error(`the lab’s data: ${response.status} ${response.statusText}`);
      return response.json() as Promise<Lab>;
    }),
  ]);
  const { parts, start } = open(lab);
  const { rest } = await wake(parts);
  // A reader who prints wants all of it; a reader who reads fetches what they come near.
  addEventListener('beforeprint', () => void rest(), { once: true });
  await start();
}

const path = document.getElementById('page')?.dataset['path'];
const id = pages.find((page) => page.path === path)?.lab;
if (id)
  start(id).catch((error: unknown) => {
    // The text and the published tables stay; only the live parts are missing, and the page says so.
    const notice = document.createElement('p');
    notice.className = 'notice';
    notice.setAttribute('role', 'alert');
    notice.textContent = `The live parts of this page could not be loaded (${error instanceof Error ? error.message : String(error)}). The text and the published tables are complete; reload the page to try again.`;
    document.querySelector('main')?.prepend(notice);
  });
