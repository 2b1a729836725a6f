import { expect, test } from 'vitest';
import { clampValue, valueForKey, placeOf, valueAt, type NumberInput } from './slider';

const names: NumberInput = { kind: 'number', least: 10, greatest: 1_000_000, whole: true, scale: 'log', unit: 'names' };
const share: NumberInput = { kind: 'number', least: 0, greatest: 1, whole: false, scale: 'linear', unit: '1' };

test('slider reaches both ends, with equal steps per factor when logarithmic', () => {
  expect([valueAt(names, 0), valueAt(names, 1000), valueAt(names, 200)]).toEqual([10, 1_000_000, 100]);
  expect(placeOf(names, 10_000)).toBe(600);
  expect([valueAt(share, 0), valueAt(share, 250), valueAt(share, 1000)]).toEqual([0, 0.25, 1]);
});

test('values under a slider are round', () => {
  expect(valueAt(names, 533)).toBe(4600);
  expect(valueAt(share, 333)).toBe(0.33);
});

test('typed value is clamped, and rounded when the input is whole', () => {
  expect([clampValue(names, 3), clampValue(names, 12.6), clampValue(share, 7)]).toEqual([10, 13, 1]);
});

test('every arrow key changes the value, in its own direction, until the end', () => {
  for (const input of [names, share])
    for (const key of ['ArrowRight', 'ArrowLeft'] as const) {
      const { least: min, greatest: max } = input;
      const [from, to] = key === 'ArrowRight' ? [min, max] : [max, min];
      let value = from;
      for (let presses = 0; value !== to; presses++) {
        const next = valueForKey(input, value, key) ?? NaN;
        expect(Math.sign(next - value)).toBe(Math.sign(to - from));
        expect(presses).toBeLessThan(2000);
        value = next;
      }
    }
});

test('other keys are left alone', () => {
  expect([valueForKey(names, 100, 'Tab'), valueForKey(names, 100, 'Home'), valueForKey(names, 100, 'End')]).toEqual([
    undefined,
    10,
    1_000_000,
  ]);
});
