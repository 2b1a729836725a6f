/**
 * Publishes a released site also at a permanent address, `v/<version>/`. The copy is complete, so a result quoted with
 * its version leads to the page and the models that produced it.
 *
 * A version is released when the changelog has a heading for it. Released folders are kept between deployments (in the
 * branch `released-sites`, see .github/workflows/ci.yml). The first publication is final: later builds of the same
 * version do not replace it. `node web/build/main.mjs versions FOLDER` merges such a folder and the built site.
 */
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { at } from './run.mjs';
import { done, Problem } from './say.mjs';

const isVersion = /^\d+\.\d+\.\d+$/;

/**
 * Returns the changelog of a version; undefined without a heading for it, as in `## 1.2.0` or `## [1.2.0] - 2027-01-01`.
 * @param {string} version
 * @param {string} changelog
 */
export function notesOf(version, changelog) {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => /^\[?(\d+\.\d+\.\d+)/.exec(text)?.[1] === version);
  return section?.replace(/^.*\n?/, '').trim();
}

/**
 * Returns whether the changelog has a heading for a version.
 * @param {string} version
 * @param {string} changelog
 */
export const isReleased = (version, changelog) => notesOf(version, changelog) !== undefined;

/**
 * Returns the released versions in a folder, newest first.
 * @param {string} folder
 */
function versionsIn(folder) {
  mkdirSync(join(folder, 'v'), { recursive: true });
  const names = readdirSync(join(folder, 'v')).filter((name) => isVersion.test(name));
  return names.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
}

/**
 * Writes the list of a site's released versions into its `versions.json`.
 * @param {string} site
 */
function list(site) {
  const versions = versionsIn(site).map((version) => ({ version, path: `v/${version}/` }));
  const latest = versions[0] && { latest: versions[0].version };
  writeFileSync(join(site, 'versions.json'), `${JSON.stringify({ ...latest, versions }, undefined, 2)}\n`);
}

/**
 * Adds `v/<version>/` to a built site if that version is released, and writes its `versions.json`.
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
 * Copies the released versions of earlier deployments into a built site, and a new version into their folder.
 * @param {string} released a folder that contains `v`, or is empty at first
 * @param {string} site
 */
export function mergeVersions(released, site) {
  const before = versionsIn(released);
  for (const version of versionsIn(site))
    if (!before.includes(version)) cpSync(join(site, 'v', version), join(released, 'v', version), { recursive: true });
  // The first publication is final, even if the site is built again with the same version.
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
