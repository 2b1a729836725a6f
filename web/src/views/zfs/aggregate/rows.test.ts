import { expect, test } from 'vitest';
import {
  blockOwners,
  writePurposes,
  type AggregateSnapshot,
  type Format,
} from '../../../engine/live/aggregate/protocol';
import { keysOf, mapLayout, rowsOf } from './rows';

/** Returns an aggregate with the header, the anode table, and a directory in these blocks. */
function snapshot(format: Format, blocks: readonly number[]): AggregateSnapshot {
  const owner = new Uint8Array(12);
  owner[0] = blockOwners.indexOf('header');
  owner[1] = blockOwners.indexOf('anodes');
  for (const block of blocks) owner[block] = blockOwners.indexOf(format);
  return {
    ...{ version: '1.5', total_kilobytes: 96, free_kilobytes: 0, free_blocks: 0, free_fragments: 0, log_kilobytes: 16 },
    owner,
    inUse: Uint8Array.from(owner, (one) => (one ? 255 : 0)),
    directory: {
      ...{ format, names: 9, bytes: 8192 * blocks.length },
      pages: blocks.map((block) => ({
        block,
        used_bytes: 4096,
        names: 3,
        depth: 0,
        index: false,
        damage: '',
        prefix: '',
        suffix: '',
      })),
    },
  };
}
const [log, bitmap, home] = ['log', 'bitmap', 'home'].map((word) => writePurposes.indexOf(word as 'log')) as [
  number,
  number,
  number,
];
const written = {
  purposes: Uint8Array.of(home, home, log, log, bitmap, home),
  blocks: Uint32Array.of(7, 8, 1, 2, 0, 1),
};
const converted = { names: 9, blocks_before: 3, blocks_after: 2, grown: 0, writes: 6, ...written };

test('every written block is in exactly one row', () => {
  const rows = rowsOf(snapshot('v5', [7, 8]), snapshot('v4', [3, 4, 5]), converted);
  expect(rows.map(({ title, blocks }) => `${title}: ${blocks.length}`)).toEqual([
    'Log: 3',
    'Old directory, v4: 3',
    'New directory, v5: 2',
    'Header, anodes, bitmap: 2',
  ]);
  const keys = rows.flatMap(({ blocks }) => blocks.map(({ key }) => key));
  expect(new Set(keys).size).toBe(keys.length);
  for (const key of keysOf(converted)) expect(keys).toContain(key);
  expect(rows[3]?.blocks.map(({ title }) => title)).toEqual(['the allocation bitmap', 'the anode table']);
});

test('before a conversion there are the log and the directory', () => {
  const rows = rowsOf(snapshot('v4', [3, 4]), undefined, undefined);
  expect(rows.map(({ id }) => id)).toEqual(['log', 'old']);
  expect(rows[1]?.blocks.map(({ fill }) => fill)).toEqual([0.5, 0.5]);
});

test('blocks shrink until all rows fit', () => {
  const rows = [3, 120, 90, 4].map((length) => ({
    blocks: Array.from({ length }, (_, at) => ({ key: String(at), fill: 1, title: '' })),
  }));
  const layout = mapLayout(rows, 560, 290);
  expect(layout.height).toBeLessThanOrEqual(290);
  layout.rows.forEach(({ cells }, row) => {
    expect(cells).toHaveLength(rows[row]?.blocks.length ?? NaN);
    for (const { x, y } of cells)
      expect([x + layout.size <= 560, y + layout.size <= layout.height]).toEqual([true, true]);
  });
});
