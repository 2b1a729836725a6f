// Lets labs that were opened once work without a network. Files whose names have a hash never change and come from
// storage; all else comes from the network while there is one that answers. The build lists the files of a lab in
// offline.json. Storage can only help: where it is full or refused, readers get the network's answer.
const root = new URL('./', location.href).href;
// Sites below different paths of one address share what they keep.
const name = `pathlength ${root}`;
/** How files are looked up: a page's state stands behind its ?, and a host may send a file in several packings. */
const anyState = { ignoreSearch: true, ignoreVary: true };
/** How long a reader waits for the network before a stored page is shown. */
const MAX_WAIT_MS = 3000;

const isFixed = (url) => url.startsWith(`${root}assets/`);

/** The stored answer to a request, if there is one and the browser lets us read it. */
const stored = (request) =>
  caches
    .open(name)
    .then((kept) => kept.match(request, anyState))
    .catch(() => undefined);

/** Stores a response if the browser has room for it. */
const store = (request, response) =>
  caches
    .open(name)
    .then((kept) => kept.put(request, response))
    .catch(() => undefined);

async function answerFixed(event) {
  const here = await stored(event.request);
  if (here) return here;
  const response = await fetch(event.request);
  // The answer neither waits for this nor depends on it.
  if (response.status === 200) event.waitUntil(store(event.request, response.clone()));
  return response;
}

/** Prefers a stored answer to one that is late, missing or an error of the host. */
async function answerCurrent({ request }) {
  const network = fetch(request);
  const tooLate = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS));
  const response = await Promise.race([network.catch(() => undefined), tooLate]);
  if (response && response.status < 500) return response;
  return (await stored(request)) ?? network;
}

/** Stores all that a lab needs; `script` is the script of the page that asks. */
async function keep(lab, script) {
  const kept = await caches.open(name);
  const { always, labs } = await (await fetch(`${root}offline.json`, { cache: 'no-cache' })).json();
  const urls = [...always, ...(labs[lab] ?? [])].map((path) => root + path);
  // Pages come last: a stored page without its scripts would be worse than the stored page of yesterday.
  for (const url of [...urls.filter(isFixed), ...urls.filter((url) => !isFixed(url))]) {
    if (isFixed(url) && (await kept.match(url, anyState))) continue;
    const response = await fetch(url, { cache: 'no-cache' });
    if (response.ok) await kept.put(url, response);
  }
  // An open page of an earlier build still fetches files of that build, which only this storage has by now.
  const open = (await clients.matchAll({ includeUncontrolled: true })).filter(({ url }) => url.startsWith(root));
  const known = new Set([always, ...Object.values(labs)].flat().map((path) => root + path));
  if (open.length > 1 || !known.has(script)) return;
  for (const { url } of await kept.keys()) if (isFixed(url) && !known.has(url)) await kept.delete(url);
}

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('message', (event) =>
  event.waitUntil(keep(event.data.keep, event.data.script).catch(() => undefined)),
);
addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method === 'GET' && url.startsWith(root))
    event.respondWith(isFixed(url) ? answerFixed(event) : answerCurrent(event));
});
