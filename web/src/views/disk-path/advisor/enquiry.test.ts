import { expect, test } from 'vitest';
import fc from 'fast-check';
import { begin, enquiryOf, numbers, problemsOf, type NumberName } from './enquiry';

test('the work to begin with has no problems and asks for what it says', () => {
  expect(problemsOf(begin())).toEqual({});
  expect(enquiryOf(begin())).toEqual({
    work: { read_share: 70, reread_share: 40, initial_share: 50, block_bytes: 4096 },
    throughput: 1,
    cpu: 2,
    limits: [],
  });
});

test('a cache of a size is told with what uses it', () => {
  const work = { ...begin(), limited: true, guests: 3, sharing: 'scan' as const };
  expect(enquiryOf(work).work).toMatchObject({ cache_mb: 512, file_mb: 800, guests: 3, sharing: 'scan' });
});

test('what is set aside is told', () => {
  const work = begin();
  work.limits.no_fcp = true;
  expect(enquiryOf(work).limits).toEqual(['no_fcp']);
});

test.each([
  ['read', null, 'The share of KB that are read must be a number from 0 to 100 %.'],
  ['read', -1, 'The share of KB that are read must be a number from 0 to 100 %.'],
  ['reread', 100.5, 'The share of reads that are rereads must be a number from 0 to 100 %.'],
  ['guests', 1.5, 'The number of guests must be a whole number from 1 to 16.'],
  ['cache', 9000, 'The size of the minidisk cache must be a number from 0 to 8,192 MB.'],
] as const)('%s of %s is told with what to do', (name, value, told) => {
  expect(problemsOf({ ...begin(), limited: true, [name]: value })).toEqual({ [name]: told });
});

test('a cache without a size is not asked for one', () => {
  expect(problemsOf({ ...begin(), cache: null, file: -3, guests: 0.5 })).toEqual({});
});

test('something must count', () => {
  expect(Object.keys(problemsOf({ ...begin(), throughput: 0, cpu: 0 }))).toEqual(['cpu']);
});

test('without problems, every number that is asked is within its bounds', () => {
  const field = fc.oneof(fc.constant(null), fc.double(), fc.integer({ min: -5, max: 9000 }));
  const fields = fc.record(
    Object.fromEntries(Object.keys(numbers).map((name) => [name, field])) as Record<NumberName, typeof field>,
  );
  fc.assert(
    fc.property(fields, fc.boolean(), (given, limited) => {
      const work = { ...begin(), ...given, limited };
      if (Object.keys(problemsOf(work)).length > 0) return;
      const { work: asked, throughput, cpu } = enquiryOf(work);
      const all = [...Object.values(asked ?? {}), throughput, cpu].filter((value) => typeof value === 'number');
      expect(all.every((value) => Number.isFinite(value) && value >= 0)).toBe(true);
      expect(throughput + cpu).toBeGreaterThan(0);
    }),
  );
});
