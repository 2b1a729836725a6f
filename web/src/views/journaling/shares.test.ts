import { expect, test } from 'vitest';
import { looks, outputs, pieces, takeaway, total, type Look, type Result } from './shares';

const result = (policy: string, some: Partial<Record<(typeof outputs)[number], number>>): Result => ({
  policy,
  values: Float64Array.from(outputs, (output) => some[output] ?? 0),
});
const look = (id: string): Look => looks.find((one) => one.id === id) as Look;

test('the parts of a bar follow each other and leave out what is nothing', () => {
  const run = result('journal', { journal: 10, journaled_data: 30, home: 5 });
  expect(pieces(run, look('bytes')).map(({ output, from, to }) => [output, from, to])).toEqual([
    ['journal', 0, 10],
    ['journaled_data', 10, 40],
    ['home', 40, 45],
  ]);
  expect(total(run, look('bytes'))).toBe(45);
  expect(total(run, look('waits'))).toBe(0);
});

test('a sentence names the least and the most', () => {
  const runs = [result('ext2', { throughput: 800 }), result('journal', { throughput: 100 })];
  expect(takeaway(runs, look('throughput'))).toBe('In MB/s: from 100 (ext3, data=journal) to 800 (ext2).');
  expect(takeaway([], look('throughput'))).toContain('Nothing has been run');
});

test('every part has a colour of its own in its bar', () => {
  for (const { parts } of looks) expect(new Set(parts.map(({ series }) => series)).size).toBe(parts.length);
});
