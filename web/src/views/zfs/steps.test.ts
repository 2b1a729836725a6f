import { describe, expect, test } from 'vitest';
import type { Counts, Trace } from '../../engine/live/protocol';
import { describeCounts, describeOutcome, kind, sceneAt, ticksFor, visibleSteps } from './steps';

const nothing: Counts = {
  directory_locks: 0,
  page_locks: 0,
  pages_probed: 0,
  levels_descended: 0,
  names_compared: 0,
  pieces_walked: 0,
  lookup_cache_hits: 0,
  bytes_copied: 0,
  blocks_logged: 0,
  pages_added: 0,
  pages_freed: 0,
  splits: 0,
  merges: 0,
};
const trace = (steps: [kind: number, subject?: number, object?: number][], counts: Partial<Counts> = {}): Trace => ({
  kinds: Uint8Array.from(steps, ([kind]) => kind),
  subjects: Uint32Array.from(steps, ([, subject]) => subject ?? 0),
  objects: Uint32Array.from(steps, ([, , object]) => object ?? 0),
  counts: { ...nothing, ...counts },
  failure: '',
});

describe('ticks', () => {
  test('are single steps for a short trace', () => {
    expect(ticksFor(5)).toEqual([1, 2, 3, 4, 5]);
    expect(ticksFor(60)).toHaveLength(60);
    expect(ticksFor(0)).toEqual([]);
  });

  test.each([61, 100, 321, 4_000, 20_000])('are bounded for a trace of %i steps, the first ones single', (n) => {
    const ticks = ticksFor(n);
    expect(ticks.length).toBeLessThanOrEqual(61);
    expect(ticks.slice(0, 11)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(ticks.at(-1)).toBe(n);
    expect(ticks.every((at, i) => i === 0 || at > (ticks[i - 1] as number))).toBe(true);
  });
});

describe('scene', () => {
  const search = trace(
    [
      [kind.directoryLocked, 0, 0],
      [kind.pageProbed, 7],
      [kind.pieceWalked],
      [kind.nameCompared, 160],
      [kind.pageProbed, 9],
      [kind.nameCompared, 320],
    ],
    { pages_probed: 2, names_compared: 2 },
  );
  const where = (block: number): string => `the page in block ${block}`;

  test('shows all steps but the smallest', () => {
    expect([...visibleSteps(search)]).toEqual([0, 1, 3, 4, 5]);
  });

  test('has the current entry, the visited blocks, and the counts', () => {
    const scene = sceneAt(search, visibleSteps(search), 3, where);
    expect(scene).toMatchObject({ block: 7, entry: 160, tally: { probed: 1, compared: 1 }, done: false });
    expect(scene.text).toBe('compares the name with the entry at byte 160');
  });

  test('has no current entry after a step to another page', () => {
    const scene = sceneAt(search, visibleSteps(search), 4, where);
    expect(scene).toMatchObject({ block: 9, entry: undefined, text: 'probes the page in block 9' });
    expect([...scene.visited]).toEqual([7, 9]);
  });

  test('stays at its end while the other directory continues', () => {
    expect(sceneAt(search, visibleSteps(search), 99, where)).toMatchObject({
      done: true,
      tally: { probed: 2, compared: 2 },
    });
  });

  test('shows changed pages after a split', () => {
    const split = trace([
      [kind.pageProbed, 3],
      [kind.split, 3, 8],
    ]);
    expect(sceneAt(split, visibleSteps(split), 1, where).changed).toBe(false);
    expect(sceneAt(split, visibleSteps(split), 2, where)).toMatchObject({
      changed: true,
      text: 'splits the page in block 3: some of its names move to the page in block 8',
    });
  });
});

describe('outcome', () => {
  const v4 = trace([[kind.pageProbed, 1]], { pages_probed: 161, names_compared: 158 });
  const v5 = trace([[kind.pageProbed, 1]], { levels_descended: 1, pages_probed: 1 });

  test('compares the work of both directories', () => {
    expect(describeOutcome('lookup', '“a”', { v4, v5 })).toBe(
      'Found “a”: v4 probed 161 pages and compared 158 names; v5 read 1 index page and probed 1 page.',
    );
  });

  test('gives the reason when nothing was done', () => {
    const refused = { ...trace([]), failure: 'the name is empty' };
    expect(describeOutcome('create', 'an empty name', { v4: refused, v5: refused })).toBe(
      'Could not add an empty name. Reason: the name is empty.',
    );
  });

  test('names the directory that failed', () => {
    const text = describeOutcome('lookup', '“a”', { v4, v5: { ...v5, failure: 'block 3 is damaged' } });
    expect(text).toContain('Did not find “a” in v5. Reason: block 3 is damaged.');
    expect(text).toContain('Before that, v4 probed 161 pages');
  });

  test('has words for every count', () => {
    expect(describeCounts({ ...nothing, lookup_cache_hits: 1 })).toBe('used the cached result of its last lookup');
    expect(describeCounts({ ...nothing, splits: 1, pages_added: 1, blocks_logged: 3 })).toBe(
      'split 1 page, added 1 page, and logged 3 changes',
    );
    expect(describeCounts({ ...nothing, merges: 2, pages_freed: 1 })).toBe('merged 2 pairs of pages and freed 1 page');
    expect(describeCounts(nothing)).toBe('did nothing');
  });
});
