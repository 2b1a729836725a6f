/** How to start a worker's script, also when the script's origin is not the page's. */
export const start = (script: string) => (): Worker => {
  const url = new URL(script, import.meta.url);
  if (url.origin === location.origin) return new Worker(url, { type: 'module' });
  const shim = new Blob([`import ${JSON.stringify(url.href)};`], { type: 'text/javascript' });
  return new Worker(URL.createObjectURL(shim), { type: 'module' });
};
