/**
 * Puts the built site also under an address that stays: `v/<version>/`. All of the site, so that whoever quotes a result
 * with its version leads readers to the very page and models that gave it.
 */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { at } from './run.mjs';

/**
 * What `versions.json` says: the versions that a host which lets none go has, the newest first.
 * @param {string} version this one
 * @param {string} changelog where released versions have headings, as in `## 1.2.0`
 */
export function versionsFile(version, changelog) {
  const released = [...changelog.matchAll(/^## \[?(\d+\.\d+\.\d+)/gm)].map(([, found]) => found);
  const versions = [...new Set([version, ...released])].map((found) => ({ version: found, path: `v/${found}/` }));
  return `${JSON.stringify({ latest: version, versions }, undefined, 2)}\n`;
}

export function writeVersion() {
  const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  const site = at('web/dist/site');
  for (const name of readdirSync(site))
    if (name !== 'v') cpSync(`${site}/${name}`, `${site}/v/${version}/${name}`, { recursive: true });
  writeFileSync(`${site}/versions.json`, versionsFile(version, readFileSync(at('CHANGELOG.md'), 'utf8')));
}
