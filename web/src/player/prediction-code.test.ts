import { describe, expect, test } from 'vitest';
import type { Predict } from '../lab/types';
import type { Prediction } from '../state/state';
import { predictionCode, readPrediction } from './prediction-code';

const lab = { id: 'zfs-directories' };
const predict = (guess: object): Predict => ({ id: 'p-one', ask: [], guess }) as unknown as Predict;
const choice = predict({
  kind: 'choice',
  choices: [
    { id: 'a', text: [{ kind: 'text', text: 'The first' }] },
    { id: 'b', text: [{ kind: 'text', text: 'The second' }] },
  ],
});
const number = predict({ kind: 'number', unit: 'ms' });
const curve = predict({ kind: 'curve', points: [1, 10, 100], range: [0.1, 1000], y_scale: 'log' });
const tag = Uint8Array.of(1, 2, 255);
const text = (of: Predict, prediction: Prediction): unknown =>
  readPrediction(lab, of, predictionCode(lab, of, prediction, tag));

describe('code of a prediction', () => {
  test('has the choice, the number, or the curve', () => {
    expect(text(choice, { kind: 'choice', id: 'b' })).toEqual({ tag: '1.2.255', text: 'The second' });
    expect(text(number, { kind: 'number', value: 10.546, text: '10.546 ms' })).toEqual({
      tag: '1.2.255',
      text: '10.546',
    });
    expect(text(curve, { kind: 'curve', values: [0.1, 10, 1000] })).toEqual({
      tag: '1.2.255',
      text: '0.1, 10.2, 1000',
    });
  });

  test('of a curve is within half a step of the axis, on both kinds of axes', () => {
    for (const y_scale of ['log', 'linear'] as const) {
      const axis = predict({ kind: 'curve', points: [1], range: [2, 50], y_scale });
      for (let value = 2; value <= 50; value += 0.7) {
        const found = text(axis, { kind: 'curve', values: [value] }) as { text: string };
        const step = y_scale === 'log' ? value * (25 ** (1 / 255) - 1) : 48 / 255;
        // Rounding to three digits adds an error of at most 0.5 % to that of half a step.
        expect(Math.abs(Number(found.text) - value)).toBeLessThanOrEqual(step / 2 + 0.005 * value);
      }
    }
  });

  test('is short, and read in lower case, without hyphens, and with letters for digits', () => {
    const code = predictionCode(lab, choice, { kind: 'choice', id: 'a' }, tag);
    expect(code).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{1,4}){3}$/);
    const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
    expect(readPrediction(lab, choice, typed)).toEqual({ tag: '1.2.255', text: 'The first' });
  });

  test('with any wrong symbol is unreadable', () => {
    const code = predictionCode(lab, number, { kind: 'number', value: 3, text: '3' }, tag);
    for (const [at, symbol] of [...code].entries())
      if (symbol !== '-')
        for (const wrong of ['0', '7', 'Z'].filter((one) => one !== symbol))
          expect(readPrediction(lab, number, code.slice(0, at) + wrong + code.slice(at + 1))).toBe('unreadable');
  });

  test('of another prompt or lab is reported as such', () => {
    const code = predictionCode(lab, number, { kind: 'number', value: 3, text: '3' }, tag);
    expect(readPrediction({ id: 'journaling' }, number, code)).toBe('other');
    expect(readPrediction(lab, { ...number, id: 'p-two' }, code)).toBe('other');
  });

  test('with hostile text is unreadable', () => {
    for (const hostile of ['', '-', '=HYPERLINK("x")', 'ÄÖ', '0', '00', '0'.repeat(10_000), 'Q9W1-DFWF-077Y-MGAX'])
      expect(['unreadable', 'other']).toContain(readPrediction(lab, choice, hostile));
    const infinite = predictionCode(lab, number, { kind: 'number', value: Infinity, text: '' }, tag);
    expect(readPrediction(lab, number, infinite)).toBe('unreadable');
    const none = predictionCode(lab, choice, { kind: 'choice', id: 'c' }, tag);
    expect(readPrediction(lab, choice, none)).toBe('unreadable');
  });
});
