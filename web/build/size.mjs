/**
 * Measures what a reader downloads, in a browser, and holds it against the budgets: `npm run size`.
 * Pages are opened in the order of the site, so that a later lab counts only what the first has not brought already.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { findBrowser } from './browser.mjs';
import { at } from './run.mjs';
import { bold, Problem } from './say.mjs';
import { serve } from './serve.mjs';

const site = at('web/dist/site');
const first = 'zfs-directories';
const kilobyte = 1000;
const budgets = { first: 120 * kilobyte, later: 40 * kilobyte, codecs: 230 * kilobyte, loader: 8 * kilobyte };

const kB = (bytes) => `${(bytes / kilobyte).toFixed(1)} kB`.padStart(10);
const gzip = (file) => gzipSync(readFileSync(file), { level: 9 }).length;
const isCodec = (file) => /codecs/.test(file) && file.endsWith('.wasm');

/** The files of the site that a page asks for until it falls silent. */
async function requested(browser, host, path) {
  const page = await browser.newPage();
  const files = new Set();
  page.on('request', ({ url }) => {
    if (!url().startsWith(host)) return;
    files.add(decodeURIComponent(new URL(url()).pathname).slice(1));
  });
  await page.goto(host + path, { waitUntil: 'networkidle' });
  await page.close();
  return [...files].filter((file) => existsSync(join(site, file)));
}

export default async function size() {
  if (!existsSync(site)) throw new Problem('There is no site to measure yet.', 'npm run build');
  const labs = readdirSync(join(site, 'labs'))
    .filter((name) => name.endsWith('.html'))
    .map((name) => name.replace('.html', ''))
    .sort((a, b) => Number(b === first) - Number(a === first));
  if (labs[0] !== first) throw new Problem(`The site has no page labs/${first}.html.`);

  const { chromium } = await import('@playwright/test');
  const executablePath = await findBrowser();
  const args = ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  const browser = await chromium.launch({ executablePath, args });
  const { url, close } = await serve(site);

  const over = [];
  const judge = (what, total, budget) => {
    const fits = total <= budget;
    if (!fits) over.push(what);
    console.log(bold(`${kB(total)} of ${kB(budget).trim()}  ${what}${fits ? '' : ': too much'}`));
  };
  const seen = new Set();
  try {
    for (const lab of labs) {
      const files = (await requested(browser, url, `labs/${lab}.html`)).filter((file) => !seen.has(file));
      for (const file of files) seen.add(file);
      const sizes = files.map((file) => ({ file, bytes: gzip(join(site, file)) })).sort((a, b) => b.bytes - a.bytes);
      for (const { file, bytes } of sizes) console.log(`${kB(bytes)}  ${file}`);
      const sum = (list) => list.reduce((total, { bytes }) => total + bytes, 0);
      judge(
        `labs/${lab}`,
        sum(sizes.filter(({ file }) => !isCodec(file))),
        lab === first ? budgets.first : budgets.later,
      );
      const codecs = sizes.filter(({ file }) => isCodec(file));
      if (codecs.length) judge(`labs/${lab}, codecs`, sum(codecs), budgets.codecs);
      if (lab === first && !files.some((file) => file.endsWith('.wasm')))
        throw new Problem(`labs/${lab} did not ask for the engine, so the measurement says nothing.`);
    }
  } finally {
    await browser.close();
    await close();
  }
  const loader = join(site, 'embed.js');
  if (existsSync(loader)) judge('embed.js', gzip(loader), budgets.loader);
  if (over.length) throw new Problem(`Over budget: ${over.join(', ')}.`);
}
