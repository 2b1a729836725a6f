/** Commands for lab authors: `npm run labs -- new|check|preview|compile|numbers|sources`. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { withModule } from './load.mjs';
import { ask, at, root } from './run.mjs';
import { done, failed, Problem, seconds } from './say.mjs';

const usage = `npm run labs -- new <id>                     begins a lab: labs/<id>, small and working
npm run labs -- check [id…] [--accept]       reports problems; --accept publishes new ids
npm run labs -- preview <id>                 shows the lab in a browser, and updates it when a file is saved
npm run labs -- compile <id> [--out FILE]    writes lab.json
npm run labs -- numbers [id…] --since REV [--until REV]
                                             lists changed numbers, ids, attributes, and addresses
npm run labs -- sources                      writes docs/sources.md from inventories and recorded errors`;

const folder = at('labs');

/** Returns the folders that contain a lab. */
const present = () =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'lab.md')))
    .map(({ name }) => name);

function folderOf(id) {
  if (!present().includes(id)) throw new Problem(`There is no lab "${id}": use one of ${present().join(', ')}.`);
  return join(folder, id);
}

/**
 * Shows the name of the current run on one terminal line, a few times per second at most, and clears the line at the
 * end.
 */
function showProgress(id) {
  if (!process.stderr.isTTY) return { show: () => undefined, clear: () => undefined };
  let last = 0;
  let run = 0;
  return {
    show(what) {
      run += 1;
      if (Date.now() - last < 200) return;
      last = Date.now();
      process.stderr.write(`\r\x1b[K→ ${id}: ${run} runs, ${what}`);
    },
    clear: () => process.stderr.write('\r\x1b[K'),
  };
}

async function check({ checkFolder, acceptIds, print }, ids, { accept }) {
  let good = true;
  for (const id of ids.length ? ids : present()) {
    const begin = Date.now();
    const progress = showProgress(id);
    const compiled = await checkFolder(folderOf(id), root, progress.show);
    progress.clear();
    if (accept && compiled.lab && acceptIds(folderOf(id), compiled.ids) > 0) {
      done(`labs/${id}/ids.txt: new ids are published`);
      compiled.problems = compiled.problems.filter(({ message }) => !message.startsWith('new ids: '));
    }
    for (const problem of compiled.problems) console.log(print(problem));
    const errors = compiled.problems.filter(({ severity }) => severity === 'error').length;
    (compiled.lab ? done : failed)(
      `${id}: ${errors ? `${errors} to correct` : 'compiles and runs'}, ${seconds(begin)}`,
    );
    good &&= compiled.lab !== undefined;
  }
  if (!good) process.exitCode = 1;
}

async function compile({ compileLab, canonicalJson, LabError }, id, { out = `${id}.lab.json` }) {
  try {
    const file = resolve(process.env.INIT_CWD ?? '.', out);
    writeFileSync(file, canonicalJson(await compileLab(folderOf(id), root)));
    done(file);
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    throw new Problem(error.message);
  }
}

/** Compares labs between two revisions, or between a revision and the working tree; the result is the exit status. */
function compareNumbers({ partChanges }, ids, { since, until }) {
  for (const revision of [since, until].filter(Boolean))
    if (ask('git', ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`]) === undefined)
      throw new Problem(`unknown revision "${revision}": give a commit, branch, or tag`);
  const folders = (ids.length ? ids : ['']).map((id) => `labs/${id}`);
  const listed = (revision) =>
    ask(
      'git',
      revision ? ['ls-tree', '-r', '--name-only', revision, '--', ...folders] : ['ls-files', '--', ...folders],
    );
  const read = (revision, file) => {
    if (revision) return ask('git', ['show', `${revision}:${file}`]) ?? '';
    return existsSync(at(file)) ? readFileSync(at(file), 'utf8').trim() : '';
  };
  const files = new Set([since, until].flatMap((revision) => (listed(revision) ?? '').split('\n').filter(Boolean)));
  let [compared, changed] = [0, 0];
  for (const file of [...files].sort()) {
    const [before, after] = [read(since, file), read(until, file)];
    if (before === after) continue;
    compared += 1;
    const changes = partChanges(file, before, after);
    if (!changes.length) continue;
    changed += 1;
    console.log([`${file}:`, ...changes].join('\n  '));
  }
  if (changed) process.exitCode = 1;
  (changed ? failed : done)(
    `${changed} of ${compared} edited files with changed numbers, ids, attributes, or addresses`,
  );
}

/** Writes the list of everything in the sources. */
async function listSources({ readListedLabs, writeList }) {
  writeFileSync(at('docs/sources.md'), writeList(await readListedLabs(folder)));
  done('docs/sources.md');
}

async function preview(id) {
  folderOf(id);
  await (await import('./dev.mjs')).default(`labs/${id}.html`);
}

async function create({ newLab }, id) {
  if (!/^[a-z][a-z0-9-]*$/.test(id))
    throw new Problem(
      `"${id}" is not a valid name for a lab: begin with a small letter, and use small letters, digits, and hyphens.`,
    );
  const target = join(folder, id);
  if (existsSync(target)) throw new Problem(`labs/${id} already exists: choose another name.`);
  for (const [name, text] of Object.entries(await newLab(at('web/build/template-lab'), at('labs')))) {
    mkdirSync(join(target, name, '..'), { recursive: true });
    writeFileSync(join(target, name), text);
  }
  done(`labs/${id}: change the lab, and see its page with npm run labs -- preview ${id}`);
}

export default async function labs(command, ...rest) {
  const options = {
    accept: { type: 'boolean' },
    out: { type: 'string' },
    since: { type: 'string' },
    until: { type: 'string' },
  };
  let read;
  try {
    read = parseArgs({ args: rest, options, allowPositionals: true });
  } catch (error) {
    throw new Problem(error.message, usage);
  }
  const { values, positionals } = read;
  const [id] = positionals;
  if (command === 'check') await withModule('lab.ts', (compiler) => check(compiler, positionals, values));
  else if (command === 'compile' && positionals.length === 1)
    await withModule('lab.ts', (compiler) => compile(compiler, id, values));
  else if (command === 'numbers' && values.since)
    await withModule('fixed-parts.ts', (comparison) => compareNumbers(comparison, positionals, values));
  else if (command === 'sources' && positionals.length === 0) await withModule('source-list.ts', listSources);
  else if (command === 'preview' && positionals.length === 1) await preview(id);
  else if (command === 'new' && positionals.length === 1)
    await withModule('lab.ts', (compiler) => create(compiler, id));
  else throw new Problem('The arguments are not valid: give a command and its arguments.', usage);
}
