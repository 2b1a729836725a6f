// The site may be republished while a page is open; files that the page has not fetched are then missing.
import { notice } from './player/notice';

let isOffered = false;

async function offer(): Promise<void> {
  // Without a network connection, or without the list of files, a newer version cannot be detected.
  const list = await fetch(new URL(/* @vite-ignore */ '../offline.json', import.meta.url), { cache: 'no-cache' });
  const { always } = (await list.json()) as { always: string[] };
  if (isOffered || always.some((path) => import.meta.url.endsWith(path))) return;
  isOffered = true;
  const button = document.createElement('button');
  button.textContent = 'Reload';
  button.onclick = () => location.reload();
  const shown = notice('A newer version of this page is available: reload to continue. Your work is kept. ', 'alert');
  shown.classList.add('stays');
  shown.append(button);
}

/** Offers a reload if a script of this page could not be fetched because the site has been republished. */
export const offerNewer = (): unknown => isOffered || offer().catch(() => undefined);
