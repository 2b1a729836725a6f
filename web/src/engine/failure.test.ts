import { describe, expect, test } from 'vitest';
import { isFatal, messageOf, outOfMemory, refusalOf } from './failure';

const trap = (message: string): Error => new WebAssembly.RuntimeError(message);

describe('engine error', () => {
  test.each([
    ['memory cannot grow: Chromium', trap('unreachable')],
    ['memory cannot grow: Firefox', trap('unreachable executed')],
    ['memory cannot grow: Safari', trap('Unreachable code should not be executed (evaluating ...)')],
    [
      'the module cannot start: Chromium',
      new RangeError('WebAssembly.instantiate(): Out of memory: Cannot allocate Wasm memory for new instance'),
    ],
    ['the module cannot start: Safari', new RangeError('Out of memory')],
    ['an answer finds no room: Chromium', new RangeError('Array buffer allocation failed')],
    ['any of them: Firefox', 'out of memory'],
  ])('is fatal and says what to do if %s', (_, error) => {
    expect([isFatal(error), messageOf(error, undefined)]).toEqual([true, outOfMemory]);
  });

  test('is not taken for a refusal after a trap', () => {
    expect(() => refusalOf(trap('unreachable'))).toThrow(WebAssembly.RuntimeError);
  });

  test('has the words of the panic before it', () => {
    expect(messageOf(trap('unreachable'), 'index out of bounds')).toBe('index out of bounds');
  });

  test('keeps its own words if memory is not what is missing', () => {
    for (const error of [trap('memory access out of bounds'), new RangeError('Maximum call stack size exceeded')])
      expect([isFatal(error), messageOf(error, undefined)]).toEqual([true, error.message]);
  });

  test('is not fatal if the engine only refuses, whatever it speaks of', () => {
    const refusal = new Error('the aggregate has no room to allocate 3 blocks of memory');
    expect([isFatal(refusal), messageOf(refusal, 'an old panic')]).toEqual([false, refusal.message]);
    expect([isFatal('no such lab'), messageOf('no such lab', undefined)]).toEqual([false, 'no such lab']);
    expect(refusalOf(refusal)).toBe(refusal.message);
  });
});
