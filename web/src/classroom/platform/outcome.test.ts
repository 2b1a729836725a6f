import { describe, expect, test } from 'vitest';
import type { UnsealedSubmission } from '../format';
import type { GradableItem } from '../items';
import { outcomeOf } from './outcome';

const step = { id: 's', title: 'S', blocks: [] };
const item = (id: string, points?: number): GradableItem =>
  (points === undefined
    ? { id, words: '', step, kind: 'predict', block: {} }
    : { id, words: '', step, kind: 'question', block: { points } }) as unknown as GradableItem;
const items = [item('p'), item('q1', 1), item('q2', 2)];

/** Returns work with these answers and points. */
const work = (points: number, answered: readonly string[]): UnsealedSubmission =>
  ({
    assignment: {},
    events: answered.map((id, at) =>
      id.startsWith('p') ? { t: at, k: 'predict', block: id } : { t: at, k: 'answer', question: id },
    ),
    claimed: { points },
  }) as unknown as UnsealedSubmission;

describe('outcome', () => {
  test.each([
    [0, [], 0.6, { answered: 0, verdict: undefined }],
    [1, ['p', 'q1', 'q1'], 0.6, { answered: 2, verdict: undefined }],
    [2, ['q2'], 0.6, { answered: 1, verdict: 'passed' }],
    [1, ['p', 'q1', 'q2'], 0.6, { answered: 3, verdict: 'failed' }],
    [1, ['p', 'q1', 'q2'], undefined, { answered: 3, verdict: undefined }],
    // A score of two thirds passes at 66.67 %, because platforms round both to four decimals.
    [2, ['q2'], 0.6667, { answered: 1, verdict: 'passed' }],
  ] as const)('of %d points with %j answered and the passing share %s', (points, answered, pass, expected) => {
    expect(outcomeOf(work(points, answered), items, pass)).toMatchObject({
      maxPoints: 3,
      counted: 3,
      points,
      ...expected,
    });
  });

  test('has no verdict when only predictions count', () => {
    expect(outcomeOf(work(0, ['p']), [item('p')], 0.5)).toMatchObject({ maxPoints: 0, verdict: undefined });
  });

  test('leaves out answers that do not count', () => {
    expect(outcomeOf(work(0, ['q9', 'p9']), items, 0.5).answered).toBe(0);
  });
});
