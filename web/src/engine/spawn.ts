/** Returns a function that starts a worker's script, even if the script's origin is not the page's. */
export function start(script: string): () => Worker {
  let address: string | URL | undefined;
  return () => new Worker((address ??= addressOf(script)), { type: 'module' });
}

function addressOf(script: string): string | URL {
  const url = new URL(script, import.meta.url);
  // In a sandboxed frame the origin is "null", and no address has the page's origin.
  if (url.origin === origin) return url;
  return URL.createObjectURL(new Blob([`import ${JSON.stringify(url.href)};`], { type: 'text/javascript' }));
}
