import { expect, test } from 'vitest';
import { amount } from './words';

test.each([
  [1, 'clients', '1 client'],
  [4, 'clients', '4 clients'],
  [0, 'disks', '0 disks'],
  [1, 'directories', '1 directory'],
  [1, 's', '1 s'],
  [1, 'ms', '1 ms'],
  [1, 'MB/s', '1 MB/s'],
  [1.5, 'GiB', '1.5 GiB'],
  [1, '', '1'],
  [1, 'times', '1×'],
  [2.5, 'times', '2.5×'],
])('%s of %s is written "%s"', (value, unit, text) => {
  expect(amount(value, unit)).toBe(text);
});
