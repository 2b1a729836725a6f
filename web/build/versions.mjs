/**
 * Puts a released site also under an address that stays: `v/<version>/`. All of the site, so that a result quoted with
 * its version leads readers to the very page and models that gave it.
 *
 * A version is released when the changelog has a heading for it. Released folders are kept between deployments (in the
 * branch `released-sites`, see .github/workflows/ci.yml), and the first one stays: later builds of the same version
 * neither replace nor change it. `node web/build/main.mjs versions FOLDER` merges such a folder and the built site.
 */
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { at } from './run.mjs';
import { done, Problem } from './say.mjs';

const isVersion = /^\d+\.\d+\.\d+$/;

/**
 * Returns whether the changelog has a heading for a version, as in `## 1.2.0` or `## [1.2.0] - 2027-01-01`.
 * @param {string} version
 * @param {string} changelog
 */
export const isReleased = (version, changelog) =>
  [...changelog.matchAll(/^## \[?(\d+\.\d+\.\d+)/gm)].some(([, released]) => released === version);

/**
 * The released versions in a folder, the newest first.
 * @param {string} folder
 */
function versionsIn(folder) {
  mkdirSync(join(folder, 'v'), { recursive: true });
  const names = readdirSync(join(folder, 'v')).filter((name) => isVersion.test(name));
  return names.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
}

/**
 * Writes the released versions that a site has into its `versions.json`.
 * @param {string} site
 */
function list(site) {
  const versions = versionsIn(site).map((version) => ({ version, path: `v/${version}/` }));
  const latest = versions[0] && { latest: versions[0].version };
  writeFileSync(join(site, 'versions.json'), `${JSON.stringify({ ...latest, versions }, undefined, 2)}\n`);
}

/**
 * Gives a built site its own `v/<version>/` if that version is released, and its `versions.json`.
 * @param {string} site
 * @param {string} version
 * @param {string} changelog
 */
export function writeVersion(site, version, changelog) {
  rmSync(join(site, 'v'), { recursive: true, force: true });
  if (isReleased(version, changelog))
    for (const name of readdirSync(site)) cpSync(join(site, name), join(site, 'v', version, name), { recursive: true });
  list(site);
}

/**
 * Brings the released versions of earlier deployments into a built site, and a version that is new into their folder.
 * @param {string} released has a folder `v`, or nothing yet
 * @param {string} site
 */
export function mergeVersions(released, site) {
  const before = versionsIn(released);
  for (const version of versionsIn(site))
    if (!before.includes(version)) cpSync(join(site, 'v', version), join(released, 'v', version), { recursive: true });
  // The first publication stays, even if the site is built with the same version again.
  rmSync(join(site, 'v'), { recursive: true });
  for (const version of versionsIn(released))
    cpSync(join(released, 'v', version), join(site, 'v', version), { recursive: true });
  list(site);
}

/** @param {string} [released] */
export default function versions(released) {
  if (!released)
    throw new Problem(
      'no folder with released versions is given',
      'node web/build/main.mjs versions FOLDER, where FOLDER/v has the versions, or is empty',
    );
  const site = at('web/dist/site');
  mergeVersions(released, site);
  done(`web/dist/site/versions.json: ${versionsIn(site).join(', ') || 'no released version'}`);
}
