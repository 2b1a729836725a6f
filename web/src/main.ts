import './design';
import { fetchJson } from './lab/fetch';
import type { GradableBlock } from './lab/lean';
import type { Lab } from './lab/types';
import { offerNewer } from './newer';
import { reportLoadFailure, notice } from './player/notice';
import { keep } from './offline/keep';

const files = import.meta.glob<string>(['./engine/labs/lean/*.json', './engine/labs/asked/*.json'], {
  import: 'default',
  query: '?url',
  eager: true,
});
const fileOf = <T>(kind: 'lean' | 'asked', id: string): Promise<T> =>
  fetchJson(files[`./engine/labs/${kind}/${id}.json`] ?? '');

// Any script of a page may be the first one that the site no longer has; others come with scripts.
addEventListener('vite:preloadError', offerNewer);

const { lab: id, script } = document.getElementById('page')?.dataset ?? {};
// The page is readable before this runs; from here on it answers.
if (id)
  Promise.all([import('./classroom/start'), fileOf<Lab>('lean', id)])
    .then(([{ start }, lab]) => start(lab, () => fileOf<Record<string, GradableBlock>>('asked', id), notice))
    .catch(reportLoadFailure);

// What the page shows now comes first. Without a network later, readers miss nothing; without this, they miss only that.
if (id && import.meta.env.PROD) addEventListener('load', () => void keep(id).catch(() => undefined));

if (script === 'author')
  import('./author/start')
    .then(({ start }) => start())
    .catch((error: unknown) => {
      notice(`This page could not be loaded (${error instanceof Error ? error.message : String(error)}).`, 'alert');
    });
