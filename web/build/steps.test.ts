import { describe, expect, test } from 'vitest';
import { results } from './steps.mjs';

type Step = Parameters<typeof results>[0][number];

const step = (name: string, more: Partial<Step> = {}): Step => ({ name, command: ['true'], ...more });

/** Runs steps, each until the test ends it; the steps named in `bad` fail. */
function run(steps: Step[], bad: string[] = []) {
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const all = results(
    steps,
    ({ name }) =>
      new Promise((resolve) => {
        began.push(name);
        ends.set(name, () => resolve({ name, ok: !bad.includes(name), note: 'ran' }));
      }),
  );
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { began, end, all };
}

const settled = (): Promise<void> => new Promise(setImmediate);

describe('results', () => {
  test('runs steps in order and `beside` steps in parallel', async () => {
    const { began, end, all } = run([
      step('build'),
      step('format', { beside: true }),
      step('types', { beside: true }),
      step('engine'),
    ]);
    await settled();
    expect(began).toEqual(['build', 'format']);
    await end('format');
    expect(began).toEqual(['build', 'format', 'types']);
    await end('build');
    expect(began).toEqual(['build', 'format', 'types', 'engine']);
    await end('types');
    await end('engine');
    expect((await all).map(({ name, ok }) => [name, ok])).toEqual([
      ['build', true],
      ['format', true],
      ['types', true],
      ['engine', true],
    ]);
  });

  test('starts a `beside` step after its needs, and an `alone` step after all before it', async () => {
    const { began, end, all } = run([
      step('build'),
      step('site', { beside: true, needs: ['build'] }),
      step('engine'),
      step('browser', { alone: true }),
    ]);
    await settled();
    await end('build');
    expect(new Set(began)).toEqual(new Set(['build', 'site', 'engine']));
    await end('engine');
    expect(began).not.toContain('browser');
    await end('site');
    expect(began).toContain('browser');
    await end('browser');
    await all;
  });

  test('skips a step that needs a failed one, and runs every other step', async () => {
    const { end, all } = run(
      [step('build'), step('site', { needs: ['build'] }), step('pages', { needs: ['site'] }), step('lint')],
      ['build'],
    );
    await settled();
    await end('build');
    await end('lint');
    expect(await all).toEqual([
      { name: 'build', ok: false, note: 'ran' },
      { name: 'site', ok: false, note: 'not run: build failed' },
      { name: 'pages', ok: false, note: 'not run: site failed' },
      { name: 'lint', ok: true, note: 'ran' },
    ]);
  });

  test('ignores a need that is not among the steps', async () => {
    const { end, all } = run([step('site', { needs: ['build'] })]);
    await settled();
    await end('site');
    expect(await all).toEqual([{ name: 'site', ok: true, note: 'ran' }]);
  });
});
