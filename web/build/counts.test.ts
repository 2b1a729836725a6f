import { expect, test } from 'vitest';
import { cargoCounts, pytestCounts } from './counts.mjs';

test('counts are summed over all test programs, including failing and colored ones', () => {
  const output = [
    'running 2 tests',
    'test result: \x1b[32mok\x1b[0m. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s',
    'test result: FAILED. 10 passed; 3 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.10s',
    'a test that prints: test result: ok. 5 passed; 0 failed;',
  ].join('\n');
  expect(cargoCounts(output)).toEqual({ passed: 12, failed: 3, failures: [] });
});

test('failed tests are named whatever they printed before', () => {
  const output = [
    'test room::a_good_one ... ok',
    'test room::a_bad_one ... \x1b[31mFAILED\x1b[0m',
    'test room::one_that_should_panic - should panic ... FAILED',
    'test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.10s',
  ].join('\n');
  expect(cargoCounts(output).failures).toEqual(['room::a_bad_one', 'room::one_that_should_panic']);
});

test('Python tests are counted from the last line of pytest', () => {
  const output = [
    'a test that prints: 99 passed in 1s',
    'FAILED tests/test_labs.py::test_every_cell[tape] - AssertionError: no',
    'ERROR tests/test_queue.py',
    '=========== \x1b[31m1 failed\x1b[0m, 120 passed, 2 skipped, 1 error in 61.20s (0:01:01) ===========',
  ].join('\n');
  expect(pytestCounts(output)).toEqual({
    passed: 120,
    failed: 2,
    failures: ['tests/test_labs.py::test_every_cell[tape]', 'tests/test_queue.py'],
  });
  expect(pytestCounts('========= 7 passed in 0.50s =========')).toEqual({ passed: 7, failed: 0, failures: [] });
  expect(pytestCounts('no Python here')).toEqual({ passed: 0, failed: 0, failures: [] });
});
