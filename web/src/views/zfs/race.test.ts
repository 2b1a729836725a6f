import { expect, test } from 'vitest';
import { compileLab } from '../../../build/lab';
import { areaOf } from '../blocks';
import { aspect, measuredRatios, perBlock, raced, rowsOf } from './race';

test('blocks of all lanes have one size, and the largest area fits into its room', () => {
  for (const largest of [1, 3, 34.7, 277, 1200]) {
    const rows = rowsOf(largest);
    const all = [1, largest / 2, largest].map((count) => areaOf(count, rows, rows * aspect));
    const scales = all.map(({ width, percent }) => width / percent);
    expect(Math.max(...scales) / Math.min(...scales)).toBeLessThan(1.05);
    expect(all.at(-1)?.percent).toBeLessThanOrEqual(100);
  }
});

test('block represents more operations if there are too many', () => {
  expect([perBlock(277), perBlock(1200), perBlock(1201), perBlock(90_000)]).toEqual([1, 1, 10, 100]);
});

test('published ratios are those of the slide', async () => {
  const lab = await compileLab(new URL('../../../../labs/zfs-directories', import.meta.url).pathname);
  const scenarios = (lab.series[raced.series] ?? []).map(({ scenario }) => ({ ...lab.start, ...scenario }));
  expect(measuredRatios(lab, scenarios)).toEqual([
    { names: 2000, ratio: 1.454, heldOut: false },
    { names: 20000, ratio: 77.549, heldOut: false },
    { names: 50000, ratio: 276.67, heldOut: false },
  ]);
});
