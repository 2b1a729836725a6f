// Lets visited labs work without a network. Files whose names have a hash never change and come from the cache; all
// other files come from the network as long as it answers. The build lists the files of a lab in offline.json. If the
// cache is full, refused, or stuck, readers get the network's response.
// To turn offline use off on a site, replace this file with sw-off.js.
const root = new URL('./', location.href).href;
// Sites below different paths of one origin share their caches.
const name = `pathlength ${root}`;
/** Options for lookups: a page's state follows its ?, and a host may send a file in several encodings. */
const anyState = { ignoreSearch: true, ignoreVary: true };
/** Time that a reader waits for the network before a cached page, and for the cache before the network. */
const MAX_WAIT_MS = 3000;
/** Time limit for a new page's files: requests without a response would block connections that other pages need. */
const MAX_ARRIVAL_MS = 20_000;

/** Whether the network has not answered since a page came from the cache; that page's parts do not wait for it. */
let isSilent = false;
/** Whether the cache was late and has not answered since. */
let isStuck = false;
/** The clients whose pages came from the cache and have not been notified of it yet. */
const storedPages = new Set();

const isFixed = (url) => url.startsWith(`${root}assets/`);
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Returns the cached response to a request, if there is one and the browser returns it in time. */
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
  // The response neither waits for the cache nor depends on it.
  if (response.status === 200) event.waitUntil(store(request, response.clone()));
  return response;
}

/** Returns whether the styles and scripts in a page's head are cached or arrive. */
async function hasItsFiles(event, page) {
  const [head] = (await page.clone().text()).split('</head>');
  const urls = [...head.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => new URL(path, page.url).href);
  const signal = AbortSignal.timeout(MAX_ARRIVAL_MS);
  const files = await Promise.all(urls.filter(isFixed).map((url) => answerFixed(event, new Request(url, { signal }))));
  return files.every(({ ok }) => ok);
}

/**
 * Prefers a cached response to one that is late, missing, incomplete, or a server error, and a cached page to a newer
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

/** Fetches the files of a lab that are not in the cache. Returns whether all of them are in the cache now. */
async function fetchFiles(kept, paths) {
  const urls = paths.map((path) => root + path);
  let isWhole = true;
  // Pages come last: a cached page without its scripts would be worse than an older cached page.
  for (const url of [...urls.filter(isFixed), ...urls.filter((url) => !isFixed(url))]) {
    if (isFixed(url) && (await kept.match(url, anyState))) continue;
    const response = await fetch(url, { cache: 'no-cache' });
    if (response.ok) await kept.put(url, response);
    else isWhole = false;
  }
  return isWhole;
}

/** Stores all files of a lab; `script` is the script of the requesting page. */
async function keep(lab, script) {
  const kept = await caches.open(name);
  const { always, labs } = await (await fetch(`${root}offline.json`, { cache: 'no-cache' })).json();
  let isWhole = await fetchFiles(kept, [...always, ...(labs[lab] ?? [])]);
  const known = new Set([always, ...Object.values(labs)].flat().map((path) => root + path));
  const old = (await kept.keys()).filter(({ url }) => isFixed(url) && !known.has(url));
  if (old.length === 0) return;
  // An open page of an earlier build still fetches files of that build, which by now only this cache contains.
  const open = (await clients.matchAll({ includeUncontrolled: true })).filter(({ url }) => url.startsWith(root));
  if (open.length > 1 || !known.has(script)) return;
  // Cached pages of other labs also need their old files until this build's pages replace them.
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
