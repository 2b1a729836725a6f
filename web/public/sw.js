// Lets labs that were opened once work without a network. Files whose names have a hash never change and come from
// storage; all else comes from the network while there is one that answers. The build lists the files of a lab in
// offline.json. Storage can only help: where it is full, refused or stuck, readers get the network's answer.
// To turn all of this off on a site, put sw-off.js in the place of this file.
const root = new URL('./', location.href).href;
// Sites below different paths of one address share what they keep.
const name = `pathlength ${root}`;
/** How files are looked up: a page's state stands behind its ?, and a host may send a file in several packings. */
const anyState = { ignoreSearch: true, ignoreVary: true };
/** How long a reader waits for the network before a stored page is shown, and for storage before the network is asked. */
const MAX_WAIT_MS = 3000;
/** How long a new page's files may take. Requests without an answer would keep the connections that other pages need. */
const MAX_ARRIVAL_MS = 20_000;

/** Whether the network has answered nothing since a page had to come from storage: the parts of that page do not wait. */
let isSilent = false;
/** Whether storage has answered nothing since it was late. */
let isStuck = false;
/** The pages that came from storage, by client, until they ask. */
const storedPages = new Set();

const isFixed = (url) => url.startsWith(`${root}assets/`);
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The stored answer to a request, if there is one and the browser lets us read it in time. */
async function stored(request) {
  const found = caches
    .open(name)
    .then((kept) => kept.match(request, anyState))
    .catch(() => undefined)
    .finally(() => (isStuck = false));
  const first = await Promise.race([found, wait(isStuck ? 0 : MAX_WAIT_MS).then(() => 'late')]);
  if (first !== 'late') return first;
  isStuck = true;
  return undefined;
}

/** Stores a response if the browser has room for it. */
const store = (request, response) =>
  caches
    .open(name)
    .then((kept) => kept.put(request, response))
    .catch(() => undefined);

async function answerFixed(event, request = event.request) {
  const here = await stored(request);
  if (here) return here;
  const response = await fetch(request);
  // The answer neither waits for this nor depends on it.
  if (response.status === 200) event.waitUntil(store(request, response.clone()));
  return response;
}

/** Whether the style and the scripts that a page names in its head are stored or arrive. */
async function hasItsFiles(event, page) {
  const [head] = (await page.clone().text()).split('</head>');
  const urls = [...head.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => new URL(path, page.url).href);
  const signal = AbortSignal.timeout(MAX_ARRIVAL_MS);
  const files = await Promise.all(urls.filter(isFixed).map((url) => answerFixed(event, new Request(url, { signal }))));
  return files.every(({ ok }) => ok);
}

/**
 * Prefers a stored answer to one that is late, missing, cut off or an error of the host, and a stored page to a newer
 * one whose scripts do not arrive.
 */
async function answerCurrent(event) {
  const { request, resultingClientId } = event;
  const isPage = request.mode === 'navigate';
  const network = fetch(request);
  const whole = network
    .then(async (response) => {
      isSilent = false;
      await response.clone().arrayBuffer();
      return isPage && response.ok && !(await hasItsFiles(event, response)) ? undefined : response;
    })
    .catch(() => undefined);
  const here = await stored(request);
  if (!here) return network;
  const response = await Promise.race([whole, wait(isSilent && !isPage ? 0 : MAX_WAIT_MS)]);
  if (response && response.status < 500) return response;
  isSilent ||= !response;
  if (isPage) storedPages.add(resultingClientId);
  return here;
}

/** Fetches the files of a lab that are not stored. Returns whether all of them are stored now. */
async function fetchFiles(kept, paths) {
  const urls = paths.map((path) => root + path);
  let isWhole = true;
  // Pages come last: a stored page without its scripts would be worse than the stored page of yesterday.
  for (const url of [...urls.filter(isFixed), ...urls.filter((url) => !isFixed(url))]) {
    if (isFixed(url) && (await kept.match(url, anyState))) continue;
    const response = await fetch(url, { cache: 'no-cache' });
    if (response.ok) await kept.put(url, response);
    else isWhole = false;
  }
  return isWhole;
}

/** Stores all that a lab needs; `script` is the script of the page that asks. */
async function keep(lab, script) {
  const kept = await caches.open(name);
  const { always, labs } = await (await fetch(`${root}offline.json`, { cache: 'no-cache' })).json();
  let isWhole = await fetchFiles(kept, [...always, ...(labs[lab] ?? [])]);
  const known = new Set([always, ...Object.values(labs)].flat().map((path) => root + path));
  const old = (await kept.keys()).filter(({ url }) => isFixed(url) && !known.has(url));
  if (old.length === 0) return;
  // An open page of an earlier build still fetches files of that build, which only this storage has by now.
  const open = (await clients.matchAll({ includeUncontrolled: true })).filter(({ url }) => url.startsWith(root));
  if (open.length > 1 || !known.has(script)) return;
  // So do the stored pages of other labs, until this build's pages are in their place.
  for (const [id, paths] of Object.entries(labs))
    if (await kept.match(`${root}labs/${id}.html`, anyState)) isWhole = (await fetchFiles(kept, paths)) && isWhole;
  if (isWhole) for (const { url } of old) await kept.delete(url);
}

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('message', (event) => {
  const { data, source } = event;
  if (storedPages.delete(source?.id)) source.postMessage('stored');
  event.waitUntil(keep(data.keep, data.script).catch(() => undefined));
});
addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method === 'GET' && url.startsWith(root))
    event.respondWith(isFixed(url) ? answerFixed(event) : answerCurrent(event));
});
