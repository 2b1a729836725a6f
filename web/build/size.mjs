/**
 * Measures in a browser how much a reader downloads, and compares it with the budgets: `npm run size`. Pages are opened
 * in the site's order, so a later lab counts only files that earlier pages have not loaded.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { findBrowser } from './browser.mjs';
import { at } from './run.mjs';
import { bold, Problem } from './say.mjs';
import { serve } from './serve.mjs';
import { moduleFile } from './wasm.mjs';

const site = at('web/dist/site');
const first = 'zfs-directories';
const kilobyte = 1000;
/**
 * `page` is the download on arrival at the first lab without the engine; `live` includes the engine, since the lab
 * opens with a running model. `chart` is the total when the reader has reached the first chart. `later` is the amount
 * that another lab adds on arrival, and `laterPage` the same without the engine, for labs that also open with a model.
 * `home` is the home page alone, on a first visit. `modules` is all WebAssembly that one lab can request, an upper
 * bound for the engine that `laterPage` leaves out.
 */
const budgets = {
  home: 60 * kilobyte,
  page: 105 * kilobyte,
  live: 177 * kilobyte,
  // Includes the answers to predictions, which load with the first prediction, and half a kB for the drawn opening.
  // Another kB is a margin for the compressors of other versions of Node.
  chart: 227 * kilobyte,
  later: 42.5 * kilobyte,
  laterPage: 60 * kilobyte,
  // Each model also grades the questions of submissions: 4 kB. The planner reads the output of many commands: 8 kB.
  // The margin is the same.
  modules: 342 * kilobyte,
  // These modules contain the codecs.
  tapeModules: 440 * kilobyte,
  loader: 8 * kilobyte,
};

const kB = (bytes) => `${(bytes / kilobyte).toFixed(1)} kB`.padStart(10);
const gzip = (file) => gzipSync(readFileSync(file), { level: 9 }).length;

/** Returns the pages of the labs, starting with the lab that readers are sent to first. */
function labs() {
  const folder = join(site, 'labs');
  if (!existsSync(folder)) throw new Problem('There is no site to measure yet.', 'npm run build');
  const ids = readdirSync(folder).flatMap((name) => (name.endsWith('.html') ? name.slice(0, -'.html'.length) : []));
  return [first, ...ids.filter((id) => id !== first)];
}

/** Returns the WebAssembly modules of a lab. */
function modulesOf(id) {
  const { model } = JSON.parse(readFileSync(join(site, 'labs', id, 'lab.json'), 'utf8'));
  const folders = [model, `${model}-rest`].map((name) => at('web/src/engine/pkg', name)).filter(existsSync);
  return folders.map(moduleFile).map((file) => ({ name: relative(at('web'), file), bytes: gzip(file) }));
}

/** Returns all cached files of a lab, which are the files that its page can request. */
function keptOf(id) {
  const { always, labs } = JSON.parse(readFileSync(join(site, 'offline.json'), 'utf8'));
  return [...always, ...labs[id]].reduce((sum, name) => sum + gzip(join(site, name)), 0);
}

/**
 * Opens the home page, then each lab page, and yields the files that no earlier page requested, including requests of
 * workers.
 */
async function* downloads(ids) {
  const { chromium } = await import('@playwright/test');
  const executablePath = await findBrowser();
  const args = ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  const browser = await chromium.launch({ executablePath, args });

  const counted = new Set();
  let fresh = [];
  let last = 0;
  const host = await serve(site, {
    onFile(file) {
      last = Date.now();
      if (!counted.has(file)) fresh.push(file);
      counted.add(file);
    },
  });
  const filesSoFar = () =>
    fresh.map((file) => ({ name: relative(site, file), bytes: gzip(file) })).sort((a, b) => b.bytes - a.bytes);
  const settled = async () => {
    while (Date.now() - last < 1000) await setTimeout(100);
    return filesSoFar();
  };
  const arriveAt = async (path) => {
    fresh = [];
    // Files for offline use are fetched later, and not by browsers that are set to save data.
    const tab = await browser.newPage({ serviceWorkers: 'block', viewport: { width: 1280, height: 540 } });
    await tab.goto(host.url + path);
    return tab;
  };
  try {
    const home = await arriveAt('');
    yield { arrived: await settled() };
    await home.close();
    counted.clear();
    for (const id of ids) {
      const tab = await arriveAt(`labs/${id}.html`);
      const arrived = await settled();
      // The first chart that no prediction hides.
      const chart = tab.locator('main [data-testid^="chart-"]:visible').first();
      // Intervals are fetched once the model's values are drawn; they are not part of the first view. If few values are
      // published, the whole curve is the dashed one beyond them.
      const drawn = chart.locator('path.line[d*="L"], [data-testid="beyond"][d*="L"], rect.bar').first();
      // Parts above the chart may grow and push it away, so scroll until the chart is drawn.
      for (let tries = 1; !(await drawn.isVisible()); tries++) {
        await chart.scrollIntoViewIfNeeded();
        const shown = drawn.waitFor({ timeout: 5000 });
        await (tries < 6 ? shown.catch(() => undefined) : shown);
      }
      yield { id, arrived, live: filesSoFar() };
      await tab.close();
    }
  } finally {
    await browser.close();
    await host.close();
  }
}

export default async function size() {
  const over = [];
  const judge = (what, files, budget) => {
    const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const { name, bytes } of files) console.log(`${kB(bytes)}  ${name}`);
    console.log(bold(`${kB(total)}  of ${kB(budget).trim()} for ${what}\n`));
    if (total > budget) over.push(what);
  };

  for await (const { id, arrived, live } of downloads(labs())) {
    if (id === undefined) {
      judge('index.html on arrival', arrived, budgets.home);
      continue;
    }
    const ofEngine = ({ name }) => /pathlength_web|worker|\.wasm$/.test(name);
    const page = arrived.filter((file) => !ofEngine(file));
    const isLive = arrived.some(({ name }) => name.endsWith('.wasm'));
    if (id === first) {
      judge(`labs/${id} on arrival, without the engine`, page, budgets.page);
      judge(`labs/${id} on arrival, with its model running`, arrived, budgets.live);
      judge(`labs/${id} up to its first chart`, live, budgets.chart);
    } else if (isLive) judge(`labs/${id} on arrival, without the engine`, page, budgets.laterPage);
    else judge(`labs/${id} on arrival`, arrived, budgets.later);
    if (!isLive && id === first) over.push(`labs/${id} (it loads no engine)`);
  }

  for (const id of labs()) {
    const budget = id === 'tape-compression' ? budgets.tapeModules : budgets.modules;
    judge(`all WebAssembly of labs/${id}`, modulesOf(id), budget);
    console.log(`${kB(keptOf(id))}  all files that the page of labs/${id} can request\n`);
  }

  const loader = join(site, 'embed.js');
  if (existsSync(loader)) judge('embed.js', [{ name: 'embed.js', bytes: gzip(loader) }], budgets.loader);
  if (over.length) throw new Problem(`Over budget: ${over.join(', ')}.`);
}
