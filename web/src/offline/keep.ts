/**
 * Caches a lab for offline use, and announces when this page came from the cache. Does nothing in browsers that are set
 * to save data, or that store nothing.
 */
export async function keep(lab: string, notice: (text: string, role: 'status') => unknown): Promise<void> {
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener('message', ({ data }) => {
    if (data === 'stored') notice('The site is not answering. This is the copy from your last visit.', 'status');
  });
  await serviceWorker.register(new URL(/* @vite-ignore */ '../sw.js', import.meta.url));
  (await serviceWorker.ready).active?.postMessage({ keep: lab, script: import.meta.url });
}
