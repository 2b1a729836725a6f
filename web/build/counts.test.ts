import { expect, test } from 'vitest';
import { cargoCounts } from './counts.mjs';

test('tests are summed over all test programs, also the failing and the coloured', () => {
  const output = [
    'running 2 tests',
    'test result: \x1b[32mok\x1b[0m. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s',
    'test result: FAILED. 10 passed; 3 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.10s',
    'a test that prints: test result: ok. 5 passed; 0 failed;',
  ].join('\n');
  expect(cargoCounts(output)).toEqual({ passed: 12, failed: 3 });
});
