import { expect, test } from 'vitest';
import type { Feedback } from '../lab/types';
import { judgeChoice, partWords } from './judge-choice';

const choices = [
  { id: 'a', right: true, text: [] },
  { id: 'b', right: true, text: [] },
  { id: 'c', right: false, text: [] },
];
const feedback: Feedback[] = [
  { to: { kind: 'right' }, blocks: [] },
  { to: { kind: 'choice', id: 'c' }, blocks: [] },
  { to: { kind: 'wrong' }, blocks: [] },
];

test.each([
  [['a', 'b'], { right: true, feedback: 0 }],
  [['a'], { right: false, feedback: 2 }],
  [['a', 'c'], { right: false, feedback: 1 }],
])('choices %j are judged with their feedback', (ids, verdict) => {
  expect(judgeChoice(choices, feedback, ids)).toEqual(verdict);
});

test('partly right set gets a clue, and a wrong one gets none', () => {
  expect(partWords(choices, ['a'])).toBe('Partly right: one choice is right, and one right choice is not chosen yet.');
  expect(partWords(choices, ['a', 'b', 'c'])).toBe(
    'Partly right: 2 choices are right, and one choice does not belong.',
  );
  expect(partWords(choices, ['c'])).toBe('');
});
