import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isReleased, mergeVersions, notesOf, writeVersion } from './versions.mjs';

const changelog = '# Changelog\n\n## Unreleased\n\n- more\n\n## [0.2.0] - 2027-01-01\n\n## 0.1.0\n';

let folder: string;
let site: string;
let released: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'versions-'));
  site = join(folder, 'site');
  released = join(folder, 'kept');
  mkdirSync(released);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Builds a site whose pages name their commit. */
function build(commit: string, version: string): void {
  rmSync(site, { recursive: true, force: true });
  mkdirSync(join(site, 'labs'), { recursive: true });
  writeFileSync(join(site, 'labs', 'one.html'), commit);
  writeVersion(site, version, changelog);
}
const pageOf = (version: string): string => readFileSync(join(site, 'v', version, 'labs', 'one.html'), 'utf8');
const listed = (): unknown => JSON.parse(readFileSync(join(site, 'versions.json'), 'utf8'));

test('version is released when the changelog has a heading for it', () => {
  expect(['0.1.0', '0.2.0', '0.3.0', '0.2'].filter((version) => isReleased(version, changelog))).toEqual([
    '0.1.0',
    '0.2.0',
  ]);
});

test('notes of a version end at the next heading', () => {
  const text = '## Unreleased\n\n- more\n\n## [0.2.0] - 2027-01-01\n\n### Added\n\n- a\n\n## 0.1.0\n\n- b\n';
  expect(['0.2.0', '0.1.0', '0.3.0'].map((version) => notesOf(version, text))).toEqual([
    '### Added\n\n- a',
    '- b',
    undefined,
  ]);
});

describe('built site', () => {
  test('has a permanent folder and lists it if its version is released', () => {
    build('a', '0.2.0');
    expect(pageOf('0.2.0')).toBe('a');
    expect(readdirSync(join(site, 'v', '0.2.0'))).toEqual(['labs']);
    expect(listed()).toEqual({ latest: '0.2.0', versions: [{ version: '0.2.0', path: 'v/0.2.0/' }] });
  });

  test('has and lists no such folder if its version is not released', () => {
    build('a', '0.3.0');
    expect(readdirSync(join(site, 'v'))).toEqual([]);
    expect(listed()).toEqual({ versions: [] });
  });
});

describe('deployment', () => {
  const deploy = (commit: string, version: string): void => {
    build(commit, version);
    mergeVersions(released, site);
  };

  test('keeps all earlier releases and lists the existing ones, newest first', () => {
    deploy('a', '0.1.0');
    deploy('b', '0.2.0');
    deploy('c', '0.3.0');
    expect([pageOf('0.1.0'), pageOf('0.2.0')]).toEqual(['a', 'b']);
    expect(readdirSync(join(site, 'v')).sort()).toEqual(['0.1.0', '0.2.0']);
    expect(listed()).toEqual({
      latest: '0.2.0',
      versions: [
        { version: '0.2.0', path: 'v/0.2.0/' },
        { version: '0.1.0', path: 'v/0.1.0/' },
      ],
    });
    expect(readFileSync(join(site, 'labs', 'one.html'), 'utf8')).toBe('c');
  });

  test('never rewrites a released version, whatever is built later with its number', () => {
    deploy('a', '0.1.0');
    deploy('b', '0.1.0');
    expect(pageOf('0.1.0')).toBe('a');
    expect(readFileSync(join(released, 'v', '0.1.0', 'labs', 'one.html'), 'utf8')).toBe('a');
  });

  test('sorts versions numerically and ignores other folders', () => {
    for (const name of ['0.9.0', '0.10.0', 'next']) mkdirSync(join(released, 'v', name), { recursive: true });
    deploy('a', '0.3.0');
    expect(listed()).toMatchObject({ latest: '0.10.0', versions: [{ version: '0.10.0' }, { version: '0.9.0' }] });
    expect(readdirSync(join(site, 'v')).sort()).toEqual(['0.10.0', '0.9.0']);
  });
});
