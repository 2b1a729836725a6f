// Turns the service worker of a site off: put this file in the place of sw.js. Browsers look for a newer sw.js whenever
// a reader opens a page, without asking the worker that they have; this one drops all that was stored and goes.
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
