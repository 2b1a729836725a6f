/** Keeps a lab for when there is no network. A reader who saves data, or whose browser keeps nothing, goes without. */
export async function keep(lab: string): Promise<void> {
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
  const { serviceWorker } = navigator;
  await serviceWorker.register(new URL(/* @vite-ignore */ '../sw.js', import.meta.url));
  (await serviceWorker.ready).active?.postMessage({ keep: lab, script: import.meta.url });
}
