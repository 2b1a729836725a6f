// Turns the service worker of a site off: replace sw.js with this file. Browsers look for a newer sw.js whenever a
// reader opens a page, without asking the present worker; this one deletes the cache and unregisters itself.
const name = `pathlength ${new URL('./', location.href).href}`;

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) =>
  event.waitUntil(
    caches
      .delete(name)
      .catch(() => undefined)
      .then(() => registration.unregister()),
  ),
);
