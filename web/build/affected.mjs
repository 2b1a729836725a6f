/** Lists the files that a change touches and the crates that it can affect. */
import { relative, sep } from 'node:path';
import { ask, root } from './run.mjs';
import { Problem } from './say.mjs';

/**
 * @typedef {object} Crate
 * @property {string} name
 * @property {string} folder relative to the repository
 * @property {boolean} usual built by default
 * @property {boolean} tested has tests
 * @property {{ name: string, kind: string | null }[]} dependencies only crates of this repository
 */

/** Files that every crate is built with. */
const shared = /^(Cargo\.(toml|lock)|rust-toolchain\.toml|clippy\.toml|\.cargo\/.*)$/;

/**
 * Returns the crates that files belong to, and those that depend on them. A dev-dependency affects the crate that has
 * the tests, but no crate that depends on it.
 * @param {Crate[]} crates
 * @param {string[]} files relative to the repository
 */
export function affectedCrates(crates, files) {
  const owner = (file) =>
    crates
      .filter(({ folder }) => file.startsWith(`${folder}/`))
      .reduce((inner, crate) => (crate.folder.length > (inner?.folder.length ?? -1) ? crate : inner), undefined);
  const changed = files.some((file) => shared.test(file))
    ? crates.filter(({ usual }) => usual)
    : [...new Set(files.map(owner).filter(Boolean))];
  const names = new Set(changed.map(({ name }) => name));
  const uses = (crate, test) => crate.dependencies.some(({ name, kind }) => names.has(name) && test(kind));
  const above = (test) => crates.filter((crate) => crate.usual && !names.has(crate.name) && uses(crate, test));
  for (let more = above((kind) => kind !== 'dev'); more.length; more = above((kind) => kind !== 'dev'))
    for (const { name } of more) names.add(name);
  for (const { name } of above(() => true)) names.add(name);
  return {
    changed: changed.map(({ name }) => name).sort(),
    dependent: [...names].filter((name) => !changed.some((crate) => crate.name === name)).sort(),
  };
}

/** @returns {Crate[]} the crates of the workspace, from `cargo metadata` */
export function workspaceCrates() {
  const description = ask('cargo', ['metadata', '--no-deps', '--format-version', '1', '--locked', '--offline']);
  if (!description) throw new Problem('cargo cannot read the workspace', 'cargo metadata --no-deps --locked');
  const { packages, workspace_default_members: usual } = JSON.parse(description);
  return packages.map(({ id, name, manifest_path, dependencies, targets }) => ({
    name,
    folder: relative(root, manifest_path).split(sep).slice(0, -1).join('/'),
    usual: usual.includes(id),
    tested: targets.some(({ test }) => test),
    dependencies: dependencies.filter(({ path }) => path !== null && path !== undefined),
  }));
}

const git = (...args) => ask('git', args)?.split('\n').filter(Boolean);

/** Returns the commit to compare with: `since`, or the commit where the branch left the main one. */
export function baseCommit(since) {
  if (since) {
    const [commit] = git('rev-parse', '--verify', '--quiet', `${since}^{commit}`) ?? [];
    if (!commit) throw new Problem(`unknown commit "${since}": name a branch, a tag, or a commit`);
    return commit;
  }
  const main = ['origin/main', 'main'].find((name) => git('rev-parse', '--verify', '--quiet', name));
  return (main ? git('merge-base', 'HEAD', main) : git('rev-parse', 'HEAD'))?.[0];
}

/** Returns the files that differ from a commit: committed later, staged, unstaged, and untracked. */
export function changedFiles(base) {
  const changed = git('-c', 'core.quotePath=false', 'diff', '--name-only', '--no-renames', base);
  const added = git('-c', 'core.quotePath=false', 'ls-files', '--others', '--exclude-standard');
  if (!changed || !added) throw new Problem(`git cannot compare the files with ${base}`, `git diff ${base}`);
  return [...new Set([...changed, ...added])].sort();
}
