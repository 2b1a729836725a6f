import workerUrl from './worker?worker&url';

/** Starts the worker beside this script, also when the script's origin is not the page's. */
export default function spawn(): Worker {
  const url = new URL(workerUrl, import.meta.url);
  if (url.origin === location.origin) return new Worker(url, { type: 'module' });
  const shim = new Blob([`import ${JSON.stringify(url.href)};`], { type: 'text/javascript' });
  return new Worker(URL.createObjectURL(shim), { type: 'module' });
}
