// Lets labs that were opened once work without a network. Files whose names have a hash never change and come from
// what is kept; all else comes from the network while there is one. What a lab needs is listed in offline.json, which
// the build writes.
const root = new URL('./', location.href).href;
// Sites below different paths of one address share what they keep.
const name = `pathlength ${root}`;
/** How files are looked up: a page's state stands behind its ?, and a host may send a file in several packings. */
const anyState = { ignoreSearch: true, ignoreVary: true };

const isFixed = (url) => url.startsWith(`${root}assets/`);

async function answer(request) {
  const kept = await caches.open(name);
  const found = () => kept.match(request, anyState);
  if (!isFixed(request.url)) return fetch(request).catch(async (error) => (await found()) ?? Promise.reject(error));
  const here = await found();
  if (here) return here;
  const response = await fetch(request);
  if (response.status === 200) await kept.put(request, response.clone());
  return response;
}

/** Keeps all that a lab needs, and lets go of what no lab of today's site does. */
async function keep(lab) {
  const kept = await caches.open(name);
  const { always, labs } = await (await fetch(`${root}offline.json`, { cache: 'no-cache' })).json();
  for (const path of [...always, ...(labs[lab] ?? [])]) {
    const url = root + path;
    if (isFixed(url) && (await kept.match(url, anyState))) continue;
    const response = await fetch(url, { cache: 'no-cache' });
    if (response.ok) await kept.put(url, response);
  }
  const known = new Set([always, ...Object.values(labs)].flat().map((path) => root + path));
  for (const { url } of await kept.keys()) if (isFixed(url) && !known.has(url)) await kept.delete(url);
}

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('message', (event) => event.waitUntil(keep(event.data.keep).catch(() => undefined)));
addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method === 'GET' && url.startsWith(root)) event.respondWith(answer(event.request));
});
