/** Keeps a lab for when there is no network, and says so where this page came from what is kept. A reader who saves data, or whose browser keeps nothing, goes without. */
export async function keep(lab: string, notice: (text: string, role: 'status') => unknown): Promise<void> {
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener('message', ({ data }) => {
    if (data === 'stored') notice('The site is not answering. You see the copy from your last visit.', 'status');
  });
  await serviceWorker.register(new URL(/* @vite-ignore */ '../sw.js', import.meta.url));
  (await serviceWorker.ready).active?.postMessage({ keep: lab, script: import.meta.url });
}
