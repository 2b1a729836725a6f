import { describe, expect, test } from 'vitest';
import type { Plot } from './plot';
import { linear, log } from './scale';
import { tonesOf } from './sound';

/** A drawing of 600 × 300 pixels; x is linear from 0 to 100. */
const plot: Plot = {
  x: linear([0, 100], [50, 650]),
  y: log([1, 100], [320, 20]),
  left: 50,
  top: 20,
  width: 600,
  height: 300,
};
const stop = (x: number, y: number) => ({ x, y, text: '' });

describe('sound of a chart', () => {
  test('has the pitch of the height on the axis, and the time of x', () => {
    const tones = tonesOf([stop(0, 1), stop(50, 10), stop(100, 100)], plot, false);
    expect(tones.map(({ at }) => at)).toEqual([0, 1.5, 3]);
    // The axis covers three octaves, so the pitch rises by one and a half octaves up to the middle of the axis.
    expect(tones.map(({ pitch }) => pitch)).toEqual([110, expect.closeTo(110 * 2 ** 1.5, 9), 880]);
    expect(tones.map(({ side }) => side)).toEqual([-1, 0, 1]);
    expect(tones.map(({ seconds }) => seconds)).toEqual([0.25, 0.25, 0.25]);
  });

  test('leaves out gaps and values out of view', () => {
    const tones = tonesOf([stop(-1, 10), stop(0, NaN), stop(10, 10), stop(20, 1000), stop(101, 10)], plot, false);
    expect(tones.map(({ index }) => index)).toEqual([2]);
  });

  test('of rows goes down, with the length of a bar as pitch', () => {
    const rows: Plot = { ...plot, x: log([1, 100], [50, 650]), y: linear([-1, 2], [20, 320]) };
    const tones = tonesOf([stop(100, 0), stop(1, 1)], rows, true);
    expect(tones.map(({ at }) => at)).toEqual([1, 2]);
    expect(tones.map(({ pitch }) => pitch)).toEqual([880, 110]);
    expect(tones.map(({ side }) => side)).toEqual([0, 0]);
  });

  test('of 50,000 values has no overlapping tones', () => {
    const stops = Array.from({ length: 50_000 }, (_, at) => stop(at / 500, 1 + (at % 99)));
    const tones = tonesOf(stops, plot, false);
    expect(tones.length).toBeGreaterThan(100);
    expect(tones.length).toBeLessThanOrEqual(150);
    for (const [n, { at, seconds }] of tones.entries()) {
      expect(seconds).toBeGreaterThan(0.02);
      expect(at + seconds).toBeLessThanOrEqual((tones[n + 1]?.at ?? Infinity) + 1e-9);
    }
  });
});
