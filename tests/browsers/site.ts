/** The built site, with a script that records errors before all other scripts in each page. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dist } from '../serve.ts';

// Not all drivers report the console, so pages do it themselves.
export const recorder = `
const complaints = [];
Object.assign(window, { complaints });
addEventListener('error', ({ message, target }) => {
  // A size that changes again in the same frame is observed in the next one: no notification is lost.
  if (message === 'ResizeObserver loop completed with undelivered notifications.') return;
  // Firefox reports an error for the preload of a module that already runs.
  if (target.rel !== 'modulepreload') complaints.push(message || 'not loaded: ' + (target.src || target.href));
}, true);
addEventListener('unhandledrejection', ({ reason }) => complaints.push('unhandled: ' + reason));
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => complaints.push(violatedDirective + ' forbids ' + blockedURI));
const { error } = console;
console.error = (...words) => {
  complaints.push(words.join(' '));
  error.apply(console, words);
};
`;

/** Copies the site and adds the script to each page; returns the folder of the copy. */
export function recordedSite(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pathlength-site-'));
  cpSync(dist('site'), folder, { recursive: true, filter: (path) => !/\/site\/(?:v|file)$/.test(path) });
  writeFileSync(join(folder, 'recorder.js'), recorder);
  // Pages from the cache need the script, too.
  const list = JSON.parse(readFileSync(join(folder, 'offline.json'), 'utf8')) as { always: string[] };
  writeFileSync(join(folder, 'offline.json'), JSON.stringify({ ...list, always: [...list.always, 'recorder.js'] }));
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.html')) {
      const page = readFileSync(join(folder, name), 'utf8');
      const up = '../'.repeat(name.split('/').length - 1);
      writeFileSync(join(folder, name), page.replace('<head>', `<head><script src="${up}recorder.js"></script>`));
    }
  return folder;
}
