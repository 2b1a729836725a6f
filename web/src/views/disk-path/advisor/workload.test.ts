import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { initialWorkload, numbers, problemsOf, requestOf, type NumberName } from './workload';

describe('workload', () => {
  test('has no problems at first and becomes a request', () => {
    expect(problemsOf(initialWorkload())).toEqual({});
    expect(requestOf(initialWorkload())).toEqual({
      work: { read_share: 70, reread_share: 40, initial_share: 50, block_bytes: 4096 },
      throughput: 1,
      cpu: 2,
      limits: [],
    });
  });

  test('has the users of a cache of limited size', () => {
    const work = { ...initialWorkload(), isCacheLimited: true, guests: 3, sharing: 'scan' as const };
    expect(requestOf(work).work).toMatchObject({ cache_mb: 512, file_mb: 800, guests: 3, sharing: 'scan' });
  });

  test('has the constraints of the site', () => {
    const work = initialWorkload();
    work.limits.no_fcp = true;
    expect(requestOf(work).limits).toEqual(['no_fcp']);
  });

  test.each([
    ['read', null, 'The share of KB read must be a number from 0 to 100 %.'],
    ['read', -1, 'The share of KB read must be a number from 0 to 100 %.'],
    ['reread', 100.5, 'The share of reads that are rereads must be a number from 0 to 100 %.'],
    ['guests', 1.5, 'The number of guests must be a whole number from 1 to 16.'],
    ['cache', 9000, 'The size of the minidisk cache must be a number from 0 to 8,192 MB.'],
  ] as const)('with %s of %s reports the limits', (name, value, message) => {
    expect(problemsOf({ ...initialWorkload(), isCacheLimited: true, [name]: value })).toEqual({ [name]: message });
  });

  test('ignores the cache fields without a limited size', () => {
    expect(problemsOf({ ...initialWorkload(), cache: null, file: -3, guests: 0.5 })).toEqual({});
  });

  test('needs a weight above 0', () => {
    expect(Object.keys(problemsOf({ ...initialWorkload(), throughput: 0, cpu: 0 }))).toEqual(['cpu']);
  });

  test('without problems has all numbers within their limits', () => {
    const field = fc.oneof(fc.constant(null), fc.double(), fc.integer({ min: -5, max: 9000 }));
    const fields = fc.record(
      Object.fromEntries(Object.keys(numbers).map((name) => [name, field])) as Record<NumberName, typeof field>,
    );
    fc.assert(
      fc.property(fields, fc.boolean(), (given, isCacheLimited) => {
        const work = { ...initialWorkload(), ...given, isCacheLimited };
        if (Object.keys(problemsOf(work)).length > 0) return;
        const { work: settings, throughput, cpu } = requestOf(work);
        const all = [...Object.values(settings ?? {}), throughput, cpu].filter((value) => typeof value === 'number');
        expect(all.every((value) => Number.isFinite(value) && value >= 0)).toBe(true);
        expect(throughput + cpu).toBeGreaterThan(0);
      }),
    );
  });
});
