import { describe, expect, test } from 'vitest';
import type { LogEvent } from '../session/log';
import type { Assignment } from './format';
import type { GradableItem } from './items';
import { counts, maxPointsOf, pointsAfter, ruleSentences, standings, sum } from './rules';

const item = (id: string, points?: number): GradableItem =>
  ({
    id,
    ...(points === undefined ? { kind: 'predict', block: {} } : { kind: 'question', block: { points } }),
  }) as never;
const items = [item('p'), item('q1', 1), item('q2', 4)];
const assignment = (rules: Partial<Assignment>): Assignment => rules as Assignment;
const answers = (id: string, n: number): LogEvent[] =>
  Array.from({ length: n }, (_, t) => ({ t, k: 'answer', question: id, given: { kind: 'number', text: '1' } }));

describe('rules', () => {
  test('replace the points of the lab where the assignment gives others', () => {
    expect(maxPointsOf(assignment({}), items)).toBe(5);
    expect(maxPointsOf(assignment({ points: { p: 2, q2: 0 } }), items)).toBe(3);
    // The id of an item is untrusted.
    expect(maxPointsOf(assignment({ points: {} }), [item('constructor', 3)])).toBe(3);
  });

  test('subtract whole percents, as grading does, and never go below zero', () => {
    const left = (cost: number): number[] => [0, 1, 2, 4].map((wrong) => pointsAfter(assignment({ cost }), 2, wrong));
    expect(left(0.25)).toEqual([2, 1.5, 1, 0]);
    expect(left(0.33)).toEqual([2, 1.34, 0.68, 0]);
    expect(left(1)).toEqual([2, 0, 0, 0]);
    expect(pointsAfter(assignment({}), 3, 9)).toBe(3);
    // In floating point, 1.34 + 1.34 + 1.34 has more digits.
    expect(sum([1.34, 1.34, 1.34])).toBe(4.02);
  });

  test('count as many answers as the assignment allows', () => {
    expect([0, 1, 2].map((earlier) => counts(assignment({ attempts: 2 }), earlier))).toEqual([true, true, false]);
    expect(counts(assignment({}), 1e6)).toBe(true);
  });

  test('give the standing of counted questions only, from all answers in the log', () => {
    const standing = standings(assignment({ attempts: 3, cost: 0.25 }), items);
    const words = (n: number) => standing?.('q2', answers('q2', n));
    expect(words(0)).toEqual({ words: '4 points; 3 of 3 attempts left; a wrong answer costs 1 point', over: false });
    expect(words(2)).toEqual({ words: '4 points; 1 of 3 attempts left', over: false });
    expect(words(3)).toEqual({ words: '4 points; no attempts left', over: true });
    expect(words(5)?.over).toBe(true);
    expect(standing?.('q1', answers('q2', 9))?.words).toBe(
      '1 point; 3 of 3 attempts left; a wrong answer costs 0.25 points',
    );
    expect(standing?.('q9', [])).toBeUndefined();
  });

  test('are absent without points, attempts, and costs', () => {
    expect(standings(assignment({ opens: '2026-05-01T06:00:00.000Z' }), items)).toBeUndefined();
    expect(ruleSentences(assignment({}))).toEqual([]);
    expect(ruleSentences(assignment({ attempts: 3, cost: 0.25 }))).toEqual([
      'Only the first 3 answers to each question count.',
      'Each wrong answer costs 25 % of the question’s points.',
    ]);
    expect(ruleSentences(assignment({ attempts: 1, cost: 0.25 }))).toEqual([
      'Only the first answer to each question counts.',
    ]);
  });
});
