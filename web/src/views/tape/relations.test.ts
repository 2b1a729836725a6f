import { describe, expect, it } from 'vitest';
import type { Lab, Table } from '../../lab/types';
import { gainsOf, trialOf } from './codecs.svelte';
import { publishedOf } from './relations';

const field = (name: string, output: string, scenario = {}) =>
  ({ name, title: name, group: '', unit: '%', output, scenario }) as Table['fields'][number];

describe('published relations', () => {
  it('are found by the settings of a table’s rows and columns', () => {
    const byRow = {
      id: 'gains',
      role: 'fit',
      scenario: {},
      row: {
        name: 'codec',
        title: 'Codec',
        unit: '',
        values: [
          { is: 'z', scenario: { codec: 'zstd', level: 1 } },
          { is: 'other', scenario: { codec: 'deflate' } },
        ],
      },
      rows: ['z', 'other'],
      fields: [field('a', 'gain_least'), field('b', 'gain_count'), field('c', 'rate')],
      cells: [
        [33, 18, 4000],
        [null, 2, 3],
      ],
    } as unknown as Table;
    const byColumn = {
      id: 'means',
      role: 'held_out',
      scenario: {},
      row: { name: 'beside', key: 'beside', title: '', unit: '' },
      rows: ['aldc'],
      fields: [field('lz4', 'gain_mean', { codec: 'lz4' }), field('zstd', 'gain_mean', { codec: 'zstd' })],
      cells: [[32, null]],
    } as unknown as Table;
    expect(publishedOf({ tables: [byRow, byColumn] } as Lab)).toEqual({
      zstd: { min: 0.33, positive: 18 },
      lz4: { mean: 0.32 },
      deflate: { positive: 2 },
    });
  });
});

describe('gains', () => {
  const outcome = (name: string, ...sizes: number[]) => ({
    name,
    bytes: 1000,
    about: '',
    sizes: Float64Array.from(sizes),
  });

  it('are those of the data sets, not of random data or the mixture', () => {
    const outcomes = [outcome('X', 500, 250), outcome('Y', 500, 1000), outcome('A00', 1000, 1), outcome('RECS4', 9, 1)];
    expect(gainsOf(outcomes, 1)).toEqual({ mean: 0.25, min: -0.5, max: 1, positive: 1, of: 2 });
  });

  it('use the lab’s settings, and by default the shipped patterns', () => {
    expect(trialOf({ unit_kib: 4, history: 1024, record_period: 2 })).toEqual({
      history: 1024,
      level: 1,
      unit: 4096,
      period: 2,
      entropy: 1,
      relocality: 1,
    });
  });
});
