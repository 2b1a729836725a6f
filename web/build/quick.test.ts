import { describe, expect, test } from 'vitest';
import { affectedCrates, type Crate } from './affected.mjs';
import { plan } from './quick.mjs';

const crate = (
  name: string,
  folder: string,
  uses: string[] = [],
  { usual = true, dev = [] as string[] } = {},
): Crate => ({
  name,
  folder,
  usual,
  tested: name !== 'report',
  dependencies: [...uses.map((name) => ({ name, kind: null })), ...dev.map((name) => ({ name, kind: 'dev' }))],
});

const crates = [
  crate('ground', 'engine/ground'),
  crate('tape', 'engine/models/tape', ['ground']),
  crate('disk', 'engine/models/disk', ['ground'], { dev: ['tape'] }),
  crate('lab', 'engine/lab', ['disk', 'tape']),
  crate('report', 'engine/report', ['disk']),
  crate('benches', 'engine/benches', ['tape'], { usual: false }),
  crate('bench-wasm', 'engine/benches/wasm', [], { usual: false }),
];

describe('affectedCrates', () => {
  test.each([
    ['a crate below all', ['engine/ground/src/lib.rs'], ['ground'], ['disk', 'lab', 'report', 'tape']],
    ['a family with users', ['engine/models/tape/data/x.csv'], ['tape'], ['disk', 'lab']],
    ['the roof', ['engine/lab/src/a.rs', 'web/src/a.ts'], ['lab'], []],
    ['a crate inside another’s folder', ['engine/benches/wasm/src/lib.rs'], ['bench-wasm'], []],
    ['the lock file', ['Cargo.lock'], ['disk', 'ground', 'lab', 'report', 'tape'], []],
    ['no crate', ['README.md', 'engine/README.md'], [], []],
  ])('returns the crates that depend on a file of %s', (_, files, changed, dependent) => {
    expect(affectedCrates(crates, files)).toEqual({ changed, dependent });
  });
});

describe('plan', () => {
  const commands = (...files: string[]): Record<string, string> =>
    Object.fromEntries(
      plan(files, { crates, base: 'c0ffee', exists: (file) => !file.includes('deleted') }).steps.map(
        ({ name, command }) => [name, command.slice(1).join(' ')],
      ),
    );

  test('checks and tests the affected crates when Rust changed', () => {
    const steps = commands('engine/models/tape/src/lib.rs');
    expect(steps['clippy']).toBe('clippy --locked -p tape -p disk -p lab --all-targets -- -D warnings');
    expect(steps['engine']).toBe('test --no-fail-fast --locked -p tape -p disk -p lab');
    expect(commands('engine/report/src/lib.rs')['engine']).toBeUndefined();
    expect(Object.keys(steps)).not.toContain('test:unit');
  });

  test('tests the Python package when it changed', () => {
    expect(commands('engine/python/python/pathlength/queue.py')['test:python']).toMatch(/test:python$/);
    expect(commands('engine/report/src/lib.rs')['test:python']).toBeUndefined();
  });

  test('runs related unit tests and no browser when the front end changed', () => {
    const steps = commands('web/src/player/run.ts', 'web/src/player/deleted.ts');
    expect(steps['test:unit']).toMatch(/test:unit -- --changed c0ffee$/);
    expect(steps['eslint']).toMatch(/ web\/src\/player\/run\.ts$/);
    const expected = ['prettier', 'eslint', 'lint:words', 'lint:messages', 'check:web', 'check:tests', 'test:unit'];
    expect(Object.keys(steps)).toEqual(expected);
  });

  test('checks the features of styles when one changed', () => {
    expect(commands('web/src/design/base.css', 'web/src/desk/Cells.svelte')['lint:styles']).toMatch(/lint:styles$/);
    expect(commands('web/src/desk/deleted.svelte')['lint:styles']).toBeUndefined();
  });

  test('runs only the changed browser tests, with a site', () => {
    const steps = commands('tests/parts.spec.ts');
    expect(steps['test:browser']).toMatch(/test:browser -- parts\.spec\.ts$/);
    expect(Object.keys(steps)).toContain('site');
  });

  test('checks a changed lab and no lab that is gone', () => {
    expect(commands('labs/tape/lab.md')['labs:check']).toMatch(/ -- tape$/);
    expect(commands('labs/deleted/lab.md')).toEqual({});
  });
});
