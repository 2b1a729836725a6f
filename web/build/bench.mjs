/**
 * Benchmarks: `npm run bench [-- --check]`. First the v5 directory against well-known structures. Then WebAssembly
 * against native code for the directory, the minidisk cache, simulations, file system clients, and mean value analysis.
 * Last, codecs against the usual programs. Bounds are ratios of processor time; with `--check`, a violated bound is a
 * failure.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { codecs } from './bench-codecs.mjs';
import { ask, at, attempt, run, targetDir } from './run.mjs';
import { heading, Problem } from './say.mjs';
import { setup } from './setup.mjs';
import { buildModule, moduleFile } from './wasm.mjs';

/** Operations of sixteen clients in one run of the journaling lab. */
const journalRun = 999_632;

/**
 * The structures to measure: the argument for the program, the class in the module, the operands, and the operations.
 * `rates` convert nanoseconds per operand into a rate with its unit. `sizes` are operand count, repetitions per round,
 * and rounds. `warm` is the size of a first round, in which the browser's compiler optimizes the code. `bound` is the
 * minimum speed relative to native code. `beside` names two operations and the maximum ratio of their times, natively
 * and in WebAssembly.
 */
const structures = [
  {
    word: 'directory',
    class: 'DirectoryWork',
    things: 'names',
    operations: ['insert', 'lookup', 'remove'],
    sizes: [
      { count: 2_000, repeats: 100, rounds: 15 },
      { count: 50_000, repeats: 3, rounds: 9 },
      { count: 1_000_000, repeats: 1, rounds: 3 },
    ],
    bound: 0.6,
  },
  {
    word: 'simulation',
    class: 'SimulationWork',
    things: 'events of one server, four servers, and a closed network',
    operations: ['one', 'four', 'closed'],
    sizes: [{ count: 1_000_000, repeats: 1, rounds: 15 }],
    bound: 0.75,
  },
  {
    word: 'timers',
    class: 'TimersWork',
    things: 'pending events',
    operations: ['run_short_list', 'run_long_list', 'heap'],
    sizes: [{ count: 100_000, repeats: 10, rounds: 15 }],
    bound: 0.5,
    beside: ['run_long_list', 'heap', 0.4],
  },
  {
    word: 'cache',
    class: 'CacheWork',
    things: 'tracks in the minidisk cache',
    rates: [[(ns) => Math.round((12 * 1000) / ns), 'million blocks/s']],
    operations: ['hit', 'miss', 'random'],
    sizes: [
      { count: 2_000, repeats: 100, rounds: 15 },
      { count: 100_000, repeats: 3, rounds: 9 },
    ],
    bound: 0.35,
  },
  {
    word: 'mva',
    class: 'MvaWork',
    things: 'requests at ten stations and thinking',
    operations: ['exact', 'curve', 'chain'],
    sizes: [{ count: 10_000, repeats: 100, rounds: 15 }],
    bound: 0.4,
    beside: ['exact', 'chain', 1.35],
  },
  {
    word: 'journal',
    class: 'JournalWork',
    things: 'operations of sixteen clients on each file system',
    rates: [
      [(ns) => (1000 / ns).toFixed(2), 'million operations/s'],
      [(ns) => ((ns * journalRun) / 1e9).toFixed(2), 's a run (goal: less than 3)'],
    ],
    operations: ['ext2', 'writeback', 'ordered', 'journal', 'reiserfs', 'jfs', 'xfs'],
    warm: { count: 1, repeats: 1 },
    sizes: [{ count: journalRun, repeats: 1, rounds: 5 }],
    bound: 0.6,
  },
];
/** The optimization level of the modules that browsers load, and, for comparison, the level for the smallest size. */
const levels = ['3', 's'];

const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];

/** Runs one round of a module; returns nanoseconds per operation, and the counts. */
function round(module, structure, { count, repeats }) {
  const work = new module[structure.class](count);
  const times = structure.operations.map(() => 0);
  for (let n = 0; n < repeats; n++)
    structure.operations.forEach((operation, which) => {
      const start = process.cpuUsage();
      work[operation]();
      const { user, system } = process.cpuUsage(start);
      times[which] += ((user + system) * 1000) / count / repeats;
      work.shuffle(count);
    });
  const counted = work.counted();
  work.free();
  return [...times, counted];
}

/** Loads a fresh instance of the module in `folder`, so that its memory is freed when the instance is dropped. */
async function load(folder) {
  const bindings = await import(`${pathToFileURL(join(folder, 'pathlength_bench_wasm.js'))}?${performance.now()}`);
  bindings.initSync({ module: readFileSync(moduleFile(folder)) });
  return bindings;
}

/** Measures one size in rounds, each with all contestants, and returns the violated bounds. */
async function compare(program, folders, structure, { rounds, ...size }) {
  const all = [];
  for (let n = 0; n < rounds; n++) {
    const native = JSON.parse(ask(program, [structure.word, size.count, size.repeats].map(String)));
    const modules = [];
    for (const folder of folders) {
      const module = await load(folder);
      if (n === 0 || size.count < 100_000) round(module, structure, structure.warm ?? { count: 2_000, repeats: 20 });
      modules.push(round(module, structure, size));
    }
    if (modules.some((times) => times.at(-1) !== native.at(-1)))
      throw new Problem('The native program and a module did different work.');
    all.push([native, ...modules]);
  }
  const broken = [];
  structure.operations.forEach((operation, which) => {
    const [native, ...times] = all[0].map((_, who) => median(all.map((times) => times[who][which])));
    const speeds = levels.map((_, n) => median(all.map((times) => times[0][which] / times[n + 1][which])));
    const cells = levels.map((_, n) => `${times[n].toFixed(1).padStart(12)} ${speeds[n].toFixed(2)}x`);
    const { things, bound, rates = [] } = structure;
    const words = rates.map(([of, unit]) => `   ${of(native)} and ${of(times[0])} ${unit}`);
    console.log(`${operation.padEnd(10)}${native.toFixed(1).padStart(10)}${cells.join('')}${words.join('')}`);
    if (speeds[0] < bound)
      broken.push(`${size.count} ${things}, ${operation}: ${speeds[0].toFixed(2)}x, less than ${bound}x`);
  });
  if (structure.beside) {
    const [one, other, maxShare] = structure.beside;
    const [first, second] = [one, other].map((operation) => structure.operations.indexOf(operation));
    ['native', ...levels.map((level) => `opt-level ${level}`)].forEach((who, n) => {
      const share = median(all.map((times) => times[n][first] / times[n][second]));
      console.log(`${one} takes ${share.toFixed(2)} times the ${other} (${who})`);
      // Browsers do not load the size-optimized module, so no bound applies to it.
      if (n < 2 && share > maxShare)
        broken.push(
          `${size.count} ${structure.things}, ${who}: ${share.toFixed(2)} times the ${other}, more than ${maxShare}`,
        );
    });
  }
  return broken;
}

async function webAssembly() {
  const folders = [];
  for (const level of levels) {
    const folder = at('target', 'bench', `wasm-${level}`);
    await buildModule({ crate: 'engine/benches/wasm', out: folder }, { level });
    folders.push(folder);
  }
  await run('cargo', ['build', '--release', '--locked', '--quiet', '-p', 'pathlength-benches', '--bin', 'work']);
  const broken = [];
  const program = join(targetDir, 'release', 'work');
  for (const structure of structures)
    for (const size of structure.sizes) {
      const what = `${size.count} ${structure.things}`;
      console.log(`\n${what}: median of ${size.rounds} rounds in ns of processor time, and of the native speed`);
      console.log(`${''.padEnd(14)}native${levels.map((level) => `opt-level ${level}`.padStart(18)).join('')}`);
      broken.push(...(await compare(program, folders, structure, size)));
    }
  heading('Codecs on the 18 patterns');
  broken.push(...(await codecs(await load(folders[0]))));
  return broken;
}

export default async function bench(...options) {
  await setup();
  heading('The v5 directory compared with other structures');
  const directory = ['run', '--release', '--locked', '--quiet', '-p', 'pathlength-benches', '--bin', 'directory'];
  const code = await attempt('cargo', [...directory, '--', ...options]);
  heading('Simulations made of stations compared with hand-written ones');
  const queueing = ['run', '--release', '--locked', '--quiet', '-p', 'pathlength-benches', '--bin', 'queueing'];
  const slower = await attempt('cargo', [...queueing, '--', ...options]);
  heading('WebAssembly compared with native code');
  const broken = await webAssembly();
  if (broken.length) console.log(`\nSlower than allowed, relative to native code:\n  ${broken.join('\n  ')}`);
  if (options.includes('--check') && (code !== 0 || slower !== 0 || broken.length))
    throw new Problem('Some results exceed their bounds.');
}
