import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { repositoryAddress } from './package.mjs';
import { packageProblem, version } from './release.mjs';
import { at } from './run.mjs';

const read = (file: string): string => readFileSync(at(file), 'utf8');
interface Job {
  needs?: string | string[];
  steps: { run?: string; uses?: string; with?: Record<string, string> }[];
}
const { jobs } = parse(read('.github/workflows/release.yml')) as { jobs: Record<string, Job> };

describe('version of a release', () => {
  test('is that of package.json, and must be the same in all files', () => {
    const { version: own } = JSON.parse(read('package.json')) as { version: string };
    expect(version()).toBe(own);
    const other = (file: string): string =>
      file === 'CITATION.cff' ? read(file).replace(`version: ${own}`, 'version: 9.9.9') : read(file);
    expect(() => version(other)).toThrow('CITATION.cff has the version 9.9.9');
  });

  test('is nowhere in the notebook’s package, which reads it from the workspace', () => {
    const project = read('engine/python/notebook/pyproject.toml');
    const [, pattern = ''] = /^pattern = '\(\?m\)(.+)'$/m.exec(project) ?? [];
    const found = new RegExp(pattern.replace('(?P<', '(?<'), 'm').exec(read('Cargo.toml'));
    expect(found?.groups?.['version']).toBe(version());
    expect(project).not.toContain(version());
  });

  test('must be that of the built package, which names its repository where it is published', () => {
    const about = { name: 'pathlength', version: '1.0.0', repository: {} };
    expect(packageProblem(about, '1.0.0')).toBeUndefined();
    expect(packageProblem(about, '1.0.1')).toContain('is pathlength 1.0.0 and not pathlength 1.0.1');
    expect(repositoryAddress({ GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'o/n' })).toBe(
      'https://github.com/o/n',
    );
    expect(repositoryAddress({})).toBeUndefined();
  });
});

describe('workflow of a release', () => {
  const uploads = Object.entries(jobs).flatMap(([job, { steps }]) =>
    steps.flatMap(({ uses = '', with: { name = '' } = {} }) =>
      uses.includes('upload-artifact') ? [{ job, name }] : [],
    ),
  );

  test('publishes only after every job that builds a file', () => {
    const builders = new Set(uploads.filter(({ name }) => name.startsWith('release-')).map(({ job }) => job));
    expect(builders.size).toBe(4);
    expect([...(jobs['publish']?.needs ?? [])].sort()).toEqual([...builders].sort());
  });

  test('gives PyPI the wheels of all packages, and npm one archive', () => {
    const names = uploads.map(({ name }) => name).filter((name) => /^release-[ws]/.test(name));
    expect(names).toEqual(['release-wheels-${{ matrix.target }}', 'release-sources', 'release-wheels-notebook']);
    const [publish] = jobs['npm']?.steps.flatMap(({ run }) => run ?? []) ?? [];
    expect(publish).toMatch(/^npm publish --provenance /);
  });
});
