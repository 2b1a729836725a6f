import { expect, test } from 'vitest';
import type { Lab } from './types';
import { amount, drawnValues, settingWords } from './words';

test.each([
  [1, 'clients', '1 client'],
  [4, 'clients', '4 clients'],
  [0, 'disks', '0 disks'],
  [1, 'directories', '1 directory'],
  [1, 's', '1 s'],
  [1, 'ms', '1 ms'],
  [1, 'MB/s', '1 MB/s'],
  [1.5, 'GiB', '1.5 GiB'],
  [1, '', '1'],
  [1, 'times', '1×'],
  [2.5, 'times', '2.5×'],
])('%s of %s is written "%s"', (value, unit, text) => {
  expect(amount(value, unit)).toBe(text);
});

test('setting of a declared model has its declared title and unit unless a table names it', () => {
  const settings = [
    { name: 'rate', title: 'Writes', unit: 'writes/s', kind: 'number' },
    { name: 'disks', title: 'Disks in the array', unit: 'disks', kind: 'number' },
  ];
  const tables = [{ row: { key: 'disks', name: 'disks', title: 'Disks', unit: 'disks' } }];
  const lab = { declaration: { settings }, tables, introduction: [], steps: [] } as unknown as Lab;
  expect(['rate', 'disks', 'other_one'].map((name) => settingWords(lab, name))).toEqual([
    { title: 'Writes', unit: 'writes/s' },
    { title: 'Disks', unit: 'disks' },
    { title: 'Other one', unit: '' },
  ]);
});

test('setting without a control or row has the title and unit of its model, if the lab has them', () => {
  const values = { kind: 'number', min: 0, max: 100, whole: false, only: [], unit: 'MB/s' };
  const settings = (title: string) => [{ name: 'codec_mbs', title, values, optional: true }];
  const lab = (title: string) =>
    ({
      description: { settings: settings(title), outputs: [] },
      tables: [],
      introduction: [],
      steps: [],
    }) as unknown as Lab;
  expect(settingWords(lab('Codec speed'), 'codec_mbs')).toEqual({ title: 'Codec speed', unit: 'MB/s' });
  expect(settingWords(lab(''), 'codec_mbs')).toEqual({ title: 'Codec mbs', unit: 'MB/s' });
});

test('few drawn numbers are listed, many are counted with their range', () => {
  expect(drawnValues([2000, 20_000, 2.5])).toBe('2,000, 20,000, 2.5');
  expect(drawnValues([20, ...Array.from({ length: 150 }, (_, i) => 1000 + 10 * i)])).toBe(
    'one of 151 values from 20 to 2,490',
  );
});
