import './design';
import { fetchJson } from './engine/fetch';
import type { GradingFile } from './lab/lean';
import type { Lab } from './lab/types';
import { offerNewer } from './newer';
import { reportLoadFailure, notice } from './player/notice';

const files = import.meta.glob<string>(['./engine/labs/lean/*.json', './engine/labs/asked/*.json'], {
  import: 'default',
  query: '?url',
  eager: true,
});
const addressOf = (kind: 'lean' | 'asked', id: string): string => files[`./engine/labs/${kind}/${id}.json`] ?? '';

// Any script of a page may be the first that the site no longer has.
addEventListener('vite:preloadError', offerNewer);

const { lab: id, script } = document.getElementById('page')?.dataset ?? {};
// The page is readable before this code runs; afterward, it is interactive.
if (id)
  Promise.all([import('./classroom/start'), import('./site/opening'), fetchJson<Lab>(addressOf('lean', id))])
    .then(([{ start }, { drawOpening }, lab]) => {
      const gradingAddress = addressOf('asked', id);
      const asked = async () => (await fetchJson<GradingFile>(gradingAddress)).blocks;
      return start(lab, asked, notice, { gradingAddress, prepare: drawOpening });
    })
    .catch(reportLoadFailure);

// Caching comes after everything that the page shows now: if caching fails, readers lose only offline use.
if (id && import.meta.env.PROD)
  addEventListener(
    'load',
    () => void import('./offline/keep').then(({ keep }) => keep(id, notice)).catch(() => undefined),
  );

if (script === 'home') import('./site/start').then(({ start }) => start()).catch(reportLoadFailure);

// Readers of labs do not fetch the file names of other pages.
const empty = script === 'home' ? undefined : script;
if (empty !== undefined) import('./tool-pages').then(({ begin }) => begin(empty)).catch(reportLoadFailure);
