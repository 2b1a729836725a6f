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

  const policy = 'the security policy of this page does not allow WebAssembly; ask the page’s owner to allow it';
  const other = 'the server sent another file in place of the model; reload the page, or inform the site’s owner';
  const network = 'the model could not be downloaded; check the network, then reload the page';
  const compile = (message: string): Error => new WebAssembly.CompileError(message);
  test.each([
    [
      'a policy refuses it: Chromium',
      compile("WebAssembly.instantiateStreaming(): Refused to compile because 'unsafe-eval' is not an allowed source"),
      policy,
    ],
    ['a policy refuses it: Firefox', compile('call to WebAssembly.instantiateStreaming() blocked by CSP'), policy],
    ['it is a page: Chromium', compile('WebAssembly.instantiate(): expected magic word 00 61 73 6d, found 3c'), other],
    ['it is a page: Firefox', compile('wasm validation error: at offset 4: failed to match magic number'), other],
    ['it is a page: Safari', compile("WebAssembly.Module doesn't start with '\\0asm'"), other],
    ['it is of another build', new WebAssembly.LinkError('import object field is not a Function: module'), other],
    ['the network is gone: Chromium', new TypeError('Failed to fetch'), network],
    ['the network is gone: Firefox', new TypeError('NetworkError when attempting to fetch resource.'), network],
    ['the network is gone: Safari', new TypeError('Load failed'), network],
    ['it is missing', new Error('failed to fetch Wasm: 404 Not Found fetching https://example.org/x.wasm'), network],
  ])('says what to do if the module does not load because %s', (_, error, told) => {
    expect([isFatal(error), messageOf(error, undefined)]).toEqual([false, told]);
  });

  test('is not taken for a refusal after a trap', () => {
    expect(() => refusalOf(trap('unreachable'))).toThrow(WebAssembly.RuntimeError);
  });

  test('has the words of the panic before it', () => {
    expect(messageOf(trap('unreachable'), 'index out of bounds')).toBe('index out of bounds');
  });

  test('keeps its own words if memory is not the cause', () => {
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
