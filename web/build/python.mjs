/**
 * Builds the wheel of the Python package, installs it in a fresh environment, and tests it there (`npm run
 * test:python`). With `--release`, it builds the wheel of a release and checks its size; otherwise, it compiles the
 * wheel like the engine's tests. A release also has a wheel of the command, for pipx and uvx, and source packages of
 * the package and of the command. Their wheels can be built from these outside the checkout. The tools that build and
 * test it are in a folder of the user's cache, in the versions of engine/python/tests/requirements.txt.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { buildProgram } from './program.mjs';
import { ask, at, attempt, run, targetDir } from './run.mjs';
import { doing, done, failed, Problem, seconds } from './say.mjs';
import { systemPackages } from './system.mjs';

const oldest = [3, 10];
/**
 * A few percent above the wheel's size: 1.83 MB of code, 0.26 MB of constants with the labs, 0.23 MB of tables for
 * panics and links, each compressed.
 */
const maxWheelBytes = 2_450_000;
/** A sixth above the wheel's size, most of which is code. */
const maxCommandWheelBytes = 5_000_000;
const requirements = at('engine/python/tests/requirements.txt');
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'pathlength', 'tools');
/** The name of the folder with an environment's programs. */
export const programs = process.platform === 'win32' ? 'Scripts' : 'bin';

/** Returns the program and version of a supported Python, such as 3.11; undefined without one. */
function findPython() {
  for (const program of process.env.PYTHON ? [process.env.PYTHON] : ['python3', 'python']) {
    const version = ask(program, ['-c', 'import sys; print(*sys.version_info[:2], sep=".")']);
    const [major, minor] = (version ?? '0.0').split('.').map(Number);
    if (major === oldest[0] && minor >= oldest[1]) return { program, version };
  }
  return undefined;
}

const missing = `The Python package needs Python ${oldest.join('.')} or later, which was not found.`;

/** Returns a supported Python and installs the system's if it finds no other. */
export async function needPython() {
  if (!findPython())
    await systemPackages(
      missing,
      ['python3', 'python3-venv'],
      'install Python, or name one: PYTHON=/path/to/python3 npm run test:python',
    );
  const found = findPython();
  // The system's Python may be older.
  if (!found) throw new Problem(missing, 'name another one: PYTHON=/path/to/python3 npm run test:python');
  return found;
}

/** Installs the tools that build and test the package, once for these versions; returns the Python that has them. */
export async function tools({ program, version }) {
  const key = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 8);
  const folder = join(cache, `python-${version}-${key}`);
  const python = join(folder, programs, 'python');
  if (existsSync(join(folder, 'complete'))) return { python, isNew: false };
  if (ask(program, ['-c', 'import ensurepip, venv']) === undefined)
    await systemPackages(
      'This Python cannot create virtual environments.',
      ['python3-venv'],
      'install the module venv with your package manager',
    );
  doing(`Python ${version}: installing the tools that build and test the package, once for this user`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  await run(program, ['-m', 'venv', folder]);
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--only-binary', ':all:'];
  if ((await attempt(python, [...pip, '-r', requirements])) !== 0)
    throw new Problem(
      'The tools of the Python package cannot be installed: pip needs PyPI, or an index that mirrors it.',
    );
  writeFileSync(join(folder, 'complete'), '');
  return { python, isNew: true };
}

/** Runs a step of the setup. Everything else works without Python, so a missing Python is only reported. */
export async function pythonTools() {
  try {
    const python = await needPython();
    const { isNew } = await tools(python);
    return `Python ${python.version} with maturin${isNew ? ' (new)' : ''}`;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return `${error.message} The package is not tested.`;
  }
}

/** Returns the path of the wheel in a folder that contains only one. */
export const onlyWheel = (folder) =>
  join(
    folder,
    readdirSync(folder).find((file) => file.endsWith('.whl')),
  );

/** Options of the wheels of a release: the best compression that pip reads. */
const forRelease = ['--compression-level', '9'];

/** Builds the wheel of a crate and returns its path, name, and size in bytes. */
async function buildWheel(python, crate, options = []) {
  const folder = join(targetDir, 'wheels', crate);
  rmSync(folder, { recursive: true, force: true });
  const maturin = ['-m', 'maturin', 'build', '--quiet', '--locked', '-m', at('engine', crate, 'Cargo.toml')];
  await run(python, [...maturin, '-o', folder, ...options]);
  const path = onlyWheel(folder);
  const name = basename(path);
  const { size } = statSync(path);
  done(`${name}: ${(size / 1e6).toFixed(2)} MB`);
  return { path, name, size };
}

/** Builds the source package of a crate, and a wheel from that package alone; returns the wheel's path. */
async function buildFromSource(python, crate) {
  const start = Date.now();
  const folder = join(targetDir, 'wheels', `${crate}-source`);
  rmSync(folder, { recursive: true, force: true });
  await run(python, ['-m', 'maturin', 'sdist', '-m', at('engine', crate, 'Cargo.toml'), '-o', folder]);
  const [sources] = readdirSync(folder);
  const { size } = statSync(join(folder, sources));
  // pip unpacks the sources into a folder for temporary files and compiles them there.
  const pip = ['-m', 'pip', '--disable-pip-version-check', 'wheel', '--quiet', '--no-deps', '--wheel-dir', folder];
  await run(python, [...pip, join(folder, sources)], { cwd: tmpdir() });
  done(`${sources}: ${(size / 1e6).toFixed(2)} MB, and a wheel from it in ${seconds(start)}`);
  return onlyWheel(folder);
}

function checkSize({ name, size }, max) {
  if (size > max) throw new Problem(`${name} has ${size} bytes, more than ${max}: find the files that have grown`);
}

/** Builds the wheel of the package and returns its path. */
export async function wheel(python, isRelease) {
  // By default, the package is built with the profile of releases.
  const built = await buildWheel(python, 'python', isRelease ? forRelease : ['--profile', 'dev']);
  if (!built.name.includes('-cp310-abi3-'))
    throw new Problem(`${built.name} is not a wheel for all versions of Python from 3.10`);
  if (isRelease) checkSize(built, maxWheelBytes);
  return built.path;
}

/** Installs a wheel in a fresh environment, without any other package; returns the folder of its programs. */
async function freshEnvironment(name, wheel, { program }, toolsPython) {
  const folder = join(targetDir, 'wheels', name);
  rmSync(folder, { recursive: true, force: true });
  await run(program, ['-m', 'venv', '--without-pip', folder]);
  const pip = ['-m', 'pip', '--disable-pip-version-check', '--python', join(folder, programs, 'python')];
  await run(toolsPython, [...pip, 'install', '--quiet', '--no-index', wheel]);
  return join(folder, programs);
}

/** Installs the package's wheel; returns the environment's Python and the package's folder. */
async function install(wheel, found, toolsPython) {
  const python = join(await freshEnvironment('environment', wheel, found, toolsPython), 'python');
  const where = 'import pathlength, os; print(os.path.dirname(pathlength.__file__))';
  const installed = ask(python, ['-I', '-c', where]);
  if (!installed)
    throw new Problem('the package cannot be imported without other packages', `${python} -I -c '${where}'`);
  // From here onward, test programs and libraries come from the tools' environment.
  const packages = ask(toolsPython, ['-c', 'import sysconfig; print(sysconfig.get_path("purelib"))']);
  writeFileSync(join(installed, '..', 'tools.pth'), `${packages}\n`);
  return { python, installed };
}

/** A sweep, as a file in the folder where an installed command or package runs. */
const grid = `lab = "disk-paths"

[settings]
phase = "mix"

[[axis]]
setting = "path"
values = ["eckd", "fcp"]

[[axis]]
setting = "read_share"
linear = [0, 100, 5000]
`;

/**
 * Commands to which an installed command or package must give the tested command's answers: arguments, and the same
 * call in Python.
 */
const questions = [
  ['reproduce raid5-small-writes --format csv', 'open("raid5-small-writes").reproduce().to_csv()'],
  ['reproduce sfs-file-pool --format json', 'open("sfs-file-pool").reproduce().to_json()'],
  ['sweep grid.toml', 'open("disk-paths").sweep("grid.toml").to_csv()'],
];

const askCommand = (program, [command]) => [program, ...command.split(' ')];
const askPackage = (python, [, expression]) => {
  const write = `sys.stdout.write(pathlength.${expression})`;
  return [python, '-I', '-c', `import pathlength, sys; ${write}`];
};

/**
 * Compares an installed command or package with the tested command, in a folder with only the grid and without
 * environment variables.
 */
function checkAnswers(what, command) {
  const folder = mkdtempSync(join(tmpdir(), 'pathlength-'));
  const answer = ([program, ...args]) =>
    execFileSync(program, args, { cwd: folder, env: {}, encoding: 'utf8', maxBuffer: 1 << 28 });
  try {
    writeFileSync(join(folder, 'grid.toml'), grid);
    const tested = buildProgram();
    for (const question of questions)
      if (answer(command(question)) !== answer(askCommand(tested, question)))
        throw new Problem(`${what} and the tested command print different bytes: ${command(question).join(' ')}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
  done(`${what} reproduces tables and sweeps as the tested command does`);
}

/**
 * Installs the four files of a release, each in a fresh environment, and checks the answers: the wheel and the sources
 * of both packages.
 */
async function checkReleases(packageWheel, found, python) {
  const built = await buildWheel(python, 'cli', forRelease);
  checkSize(built, maxCommandWheelBytes);
  const commands = { 'the command of its wheel': built.path };
  commands['the command of its source package'] = await buildFromSource(python, 'cli');
  for (const [what, wheel] of Object.entries(commands)) {
    const program = join(await freshEnvironment('command', wheel, found, python), 'pathlength');
    checkAnswers(what, (question) => askCommand(program, question));
  }
  const packages = { 'the package of its wheel': packageWheel };
  packages['the package of its source package'] = await buildFromSource(python, 'python');
  for (const [what, wheel] of Object.entries(packages)) {
    const installed = join(await freshEnvironment('package', wheel, found, python), 'python');
    checkAnswers(what, (question) => askPackage(installed, question));
  }
}

export default async function python(...options) {
  const start = Date.now();
  const [isRelease, args] = [options.includes('--release'), options.filter((option) => option !== '--release')];
  let found;
  try {
    found = await needPython();
  } catch (error) {
    if (process.env.CI || !(error instanceof Problem)) throw error;
    failed(`${error.message} The package is not tested.`);
    return;
  }
  const { python: toolsPython } = await tools(found);
  const built = await wheel(toolsPython, isRelease);
  const { python, installed } = await install(built, found, toolsPython);
  const package_ = at('engine/python');
  const quiet = { PYTHONDONTWRITEBYTECODE: '1', MYPY_CACHE_DIR: join(targetDir, 'mypy') };
  const check = (...command) => run(toolsPython, ['-m', ...command], { cwd: package_, env: quiet });
  await check('ruff', 'check', '--no-cache', '.');
  await check('ruff', 'format', '--no-cache', '--check', '.');
  await check('mypy', 'python/pathlength');
  done(`built, installed, and checked in ${seconds(start)}`);
  const pytest = ['-m', 'pytest', '-p', 'no:cacheprovider', '--color=no', 'tests', installed];
  if (!isRelease) pytest.push('-m', 'not nightly');
  const env = { ...quiet, PATHLENGTH_COMMAND: buildProgram() };
  const code = await attempt(python, [...pytest, ...args], { cwd: package_, env });
  if (code !== 0) throw new Problem(`the tests of the Python package failed with exit code ${code}`);
  if (isRelease) await checkReleases(built, found, toolsPython);
}
