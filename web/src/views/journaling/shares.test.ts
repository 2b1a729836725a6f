import { expect, test } from 'vitest';
import { failures, looks, outputs, pieces, standing, takeaway, total, type Look, type Result } from './shares';

const result = (policy: string, some: Partial<Record<(typeof outputs)[number], number>>, progress = 1): Result => ({
  policy,
  values: Float64Array.from(outputs, (output) => some[output] ?? 0),
  timeline: new Float64Array(),
  progress,
  ended: progress === 1,
});
const look = (id: string): Look => looks.find((one) => one.id === id) as Look;

test('bar parts are stacked and omit zeros', () => {
  const run = result('journal', { journal: 10, journaled_data: 30, home: 5 });
  expect(pieces(run, look('bytes')).map(({ output, from, to }) => [output, from, to])).toEqual([
    ['journal', 0, 10],
    ['journaled_data', 10, 40],
    ['home', 40, 45],
  ]);
  expect(total(run, look('bytes'))).toBe(45);
  expect(total(run, look('waits'))).toBe(0);
});

test('takeaway names the minimum and the maximum', () => {
  const runs = [result('ext2', { throughput: 800 }), result('journal', { throughput: 100 })];
  expect(takeaway(runs, look('throughput'))).toBe('In MB/s: from 100 (ext3, journal) to 800 (ext2).');
  expect(takeaway([], look('throughput'))).toContain('No run yet');
});

test('takeaway says "so far" during a run', () => {
  const runs = [result('ext2', { throughput: 800 }), result('journal', { throughput: 100 }, 0.4)];
  expect(takeaway(runs, look('throughput'))).toBe('So far, in MB/s: from 100 (ext3, journal) to 800 (ext2).');
});

test('clock shows the run that is behind, and at the end the first and last runs', () => {
  const [ext2, jfs] = [result('ext2', { seconds: 9.12 }), result('jfs', { seconds: 30 })];
  expect(standing([])).toBe('');
  expect(standing([ext2])).toBe('ext2 finishes after 9.12 s.');
  expect(standing([jfs, ext2])).toBe('All do the same work: ext2 finishes first, after 9.12 s; JFS last, after 30 s.');
  const on = [ext2, result('xfs', { seconds: 12 }, 0.5), result('journal', { seconds: 11.5 }, 0.2)];
  expect(standing(on)).toBe('11.5 s of simulated time; 1 of 3 finished');
});

test('bar parts have distinct colors', () => {
  for (const { parts } of looks) expect(new Set(parts.map(({ series }) => series)).size).toBe(parts.length);
});

test('failures list each reason once', () => {
  const order = ['ext2', 'jfs', 'xfs'];
  expect(failures(order, ['', '', ''])).toBe('');
  expect(failures(order, ['', 'no room', 'no room'])).toBe(
    'The load does not run on JFS, XFS: no room. Change the settings and run again.',
  );
  expect(failures(order, ['no room', 'no room', 'no room'])).toContain('on any file system: no room.');
});
