/**
 * The files of a release that are not Python packages. `node web/build/main.mjs release archive TARGET` builds the
 * command for one of rustup's targets, tests it, and packs it with its manual pages. `release widgets FOLDER` packs the
 * built widgets for npm and for notebooks. `release notes TAG` prints the changelog of a tag.
 * .github/workflows/release.yml runs all three.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { needPython, tools } from './python.mjs';
import { ask, at, run, targetDir } from './run.mjs';
import { done, Problem, seconds } from './say.mjs';
import { notesOf } from './versions.mjs';

const shells = { bash: 'pathlength.bash', fish: 'pathlength.fish', powershell: '_pathlength.ps1', zsh: '_pathlength' };

const grid = `lab = "disk-paths"
settings = { path = "eckd", phase = "mix" }
axis = [{ setting = "read_share", linear = [0, 100, 101] }]
`;

/**
 * Returns the version of a release, which must be the same wherever a reader can see it.
 * @param {(file: string) => string} read returns the text of a file of the repository
 */
export function version(read = (file) => readFileSync(at(file), 'utf8')) {
  const first = (file, pattern) => pattern.exec(read(file))?.[1];
  const found = {
    'package.json': first('package.json', /"version": "(.+)"/),
    'Cargo.toml': first('Cargo.toml', /^version = "(.+)"/m),
    'CITATION.cff': first('CITATION.cff', /^version: (.+)$/m),
  };
  const { 'package.json': version } = found;
  const others = Object.entries(found).filter(([, other]) => other !== version);
  for (const [file, other] of others)
    throw new Problem(`${file} has the version ${other}, and package.json has ${version}: make them equal`);
  return version;
}

/** Reproduces a table and runs a sweep in an empty folder and without an environment. */
function tryCommand(program) {
  const folder = mkdtempSync(join(tmpdir(), 'pathlength-'));
  try {
    writeFileSync(join(folder, 'grid.toml'), grid);
    const lines = (...args) =>
      execFileSync(program, args, { cwd: folder, env: {}, encoding: 'utf8' }).split('\n').length;
    const [cells, rows] = [
      lines('reproduce', 'raid5-small-writes', '--table', 'cache', '--format', 'csv'),
      lines('sweep', 'grid.toml'),
    ];
    // The rows include a header, and the empty text after the last line break.
    if (cells < 3 || rows !== 103)
      throw new Problem(
        `${program} prints ${cells} lines for a table and ${rows} for a sweep, not at least 3 and exactly 103`,
      );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Checks that a Linux command needs no library, so that it runs on every distribution. */
function checkIsStatic(program) {
  const needed = ask('readelf', ['--dynamic', program]);
  if (needed === undefined) throw new Problem('readelf was not found: install binutils');
  if (needed.includes('(NEEDED)')) throw new Problem(`${program} is not static, but needs libraries:\n${needed}`);
}

async function archive(target) {
  const start = Date.now();
  const build = ['build', '--release', '--locked', '-p', 'pathlength-cli', '--target', target];
  await run('cargo', build, { env: { CARGO_PROFILE_RELEASE_STRIP: 'symbols' } });
  const isWindows = target.includes('windows');
  const file = isWindows ? 'pathlength.exe' : 'pathlength';
  const program = join(targetDir, target, 'release', file);
  if (target.includes('musl')) checkIsStatic(program);
  tryCommand(program);

  const name = `pathlength-${version()}-${target}`;
  const folder = join(targetDir, 'archives');
  const content = join(folder, name);
  rmSync(content, { recursive: true, force: true });
  mkdirSync(join(content, 'completions'), { recursive: true });
  cpSync(program, join(content, file));
  cpSync(at('engine/cli/README.md'), join(content, 'README.md'));
  for (const license of ['LICENSE-APACHE', 'LICENSE-MIT']) cpSync(at(license), join(content, license));
  for (const [shell, completions] of Object.entries(shells))
    writeFileSync(join(content, 'completions', completions), execFileSync(program, ['completions', shell]));
  await run(program, ['man', '--output', join(content, 'man1')]);

  const packed = `${name}.${isWindows ? 'zip' : 'tar.gz'}`;
  rmSync(join(folder, packed), { force: true });
  // The tar of Windows can also write zip files; the tar of Git for Windows cannot.
  const tar = isWindows ? join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'tar.exe') : 'tar';
  await run(tar, [...(isWindows ? ['-a', '-cf'] : ['-czf']), packed, name], { cwd: folder });
  const bytes = readFileSync(join(folder, packed)).length;
  done(`${join(folder, packed)}: ${(bytes / 1e6).toFixed(2)} MB in ${seconds(start)}`);
}

/**
 * Returns the reason why a package cannot be released under this name and version; undefined if it can.
 * @param {{ name: string, version: string, repository?: unknown }} about
 * @param {string} expected
 */
export function packageProblem({ name, version, repository }, expected) {
  if (name !== 'pathlength' || version !== expected)
    return `the built package is ${name} ${version} and not pathlength ${expected}: build it again`;
  // npm compares this repository with the one whose workflow publishes the package.
  if (process.env.CI && !repository) return 'the built package names no repository, which npm needs for its provenance';
  return undefined;
}

/** Packs the widgets: `pathlength-VERSION.tgz` for npm, and the wheel `pathlength-notebook` with the same files. */
async function widgets(folder) {
  const start = Date.now();
  const built = at('web/dist/package');
  if (!existsSync(built)) throw new Problem('There is no build of the widgets yet.', 'npm run build');
  const problem = packageProblem(JSON.parse(readFileSync(join(built, 'package.json'), 'utf8')), version());
  if (problem) throw new Problem(problem);
  const to = { npm: resolve(folder, 'npm'), wheel: resolve(folder, 'wheel') };
  for (const path of Object.values(to)) mkdirSync(path, { recursive: true });
  await run('npm', ['pack', '--silent', '--pack-destination', to.npm], { cwd: built });
  const archive = join(to.npm, `pathlength-${version()}.tgz`);
  // A package that the registry would refuse fails here, before anything is published.
  await run('npm', ['publish', '--dry-run', '--silent', archive]);
  const { python } = await tools(await needPython());
  const pip = ['-m', 'pip', '--disable-pip-version-check', 'wheel', '--quiet', '--no-deps', '--wheel-dir', to.wheel];
  await run(python, [...pip, at('engine/python/notebook')], { cwd: tmpdir() });
  done(`${archive} and ${to.wheel}: packed in ${seconds(start)}`);
}

/** Prints the notes of a tag such as v0.2.0. */
function notes(tag) {
  if (tag !== `v${version()}`) throw new Problem(`the tag ${tag} is not v${version()}, the version in package.json`);
  const text = notesOf(version(), readFileSync(at('CHANGELOG.md'), 'utf8'));
  if (text === undefined) throw new Problem(`CHANGELOG.md has no heading for ${version()}: add one`);
  process.stdout.write(`${text}\n`);
}

/** @param {string} [command] @param {string} [argument] */
export default async function release(command, argument) {
  const commands = { archive, notes, widgets };
  if (!argument || !Object.hasOwn(commands, command))
    throw new Problem(
      'release needs a command',
      'node web/build/main.mjs release archive TARGET | notes TAG | widgets FOLDER',
    );
  await commands[command](argument);
}
