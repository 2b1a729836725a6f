import { expect, test } from 'vitest';
import { numberIn } from './comparison';

test('a number in a unit is an expression that the engine reads, whatever the unit is called', () => {
  expect(numberIn('operations/s per processor', '2 + n')).toBe('(2 + n) / (1 operations/s/processor)');
  expect(numberIn('%', '2 + n')).toBe('(2 + n) / (1 %)');
  expect(numberIn('1', '2 + n')).toBe('2 + n');
  expect(numberIn('', '2 + n')).toBe('2 + n');
});
