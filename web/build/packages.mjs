/** Installs Node and the npm packages of `package-lock.json`. */
import { readFileSync, statSync } from 'node:fs';
import { at, run } from './run.mjs';
import { doing, Problem } from './say.mjs';

export function node() {
  const needed = JSON.parse(readFileSync(at('package.json'), 'utf8')).engines.node.replace('>=', '');
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [neededMajor, neededMinor] = needed.split('.').map(Number);
  if (major < neededMajor || (major === neededMajor && minor < neededMinor))
    throw new Problem(
      `Node ${process.versions.node} is too old: ${needed} or later is needed. With nvm (or install a newer Node as you installed this one):`,
      'nvm install --lts',
    );
  return `Node ${process.versions.node}`;
}

const time = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

export async function packages() {
  // npm leaves a copy of the lock file when it finishes.
  if (time(at('node_modules/.package-lock.json')) >= time(at('package-lock.json'))) return 'npm packages';
  doing('npm packages: installing');
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  await run(npm[0], [...npm.slice(1), 'ci', '--no-audit', '--no-fund']);
  return 'npm packages (new)';
}
