/** Returns a function that starts a worker's script, even if the script's origin is not the page's. */
export function start(script: string): () => Worker {
  let address: string | URL | undefined;
  return () => new Worker((address ??= addressOf(script)), { type: isOpaque ? 'classic' : 'module' });
}

/**
 * Whether the page is in a sandboxed frame. No address has the origin of such a frame, and Chromium refuses modules
 * from `blob:` there. Outside a page, there is no origin either.
 */
const isOpaque = globalThis.origin === 'null';

function addressOf(script: string): string | URL {
  const url = new URL(script, import.meta.url);
  if (url.origin === origin) return url;
  const name = JSON.stringify(url.href);
  const code = isOpaque ? importing(name) : `import ${name};`;
  return URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
}

/** Returns a classic script that imports a module, and then passes it the messages that arrived in the meantime. */
const importing = (name: string): string => `
const early = [];
const keep = (event) => early.push(event);
addEventListener('message', keep);
import(${name}).then(
  () => {
    removeEventListener('message', keep);
    for (const { data, ports } of early) dispatchEvent(new MessageEvent('message', { data, ports: [...ports] }));
  },
  (error) => setTimeout(() => { throw error; }),
);`;
