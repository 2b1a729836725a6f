import { describe, expect, test } from 'vitest';
import type { CacheStep, CacheTimeline, GuestView, CacheSnapshot } from '../../../engine/live/cache/protocol';
import { lessons } from './settings';
import { ageClass, cachedOf, describeRequest, hitRatio, nextEnd, outcomeOf, summarizePhase } from './words';

const settings = { ...lessons[0].settings, cacheUnits: 4, fileUnits: 10, guests: 2 };
const guest = (some: Partial<GuestView>): GuestView => ({
  scans: false,
  position: 0,
  held: 0,
  share: 2,
  hits: 0,
  misses: 0,
  phase_hits: 0,
  phase_misses: 0,
  fills: 0,
  evictions: 0,
  filled_kb: 0,
  bypassed_kb: 0,
  delivered_kb: 0,
  written_kb: 0,
  ...some,
});
const picture = (steps: CacheStep[], some: Partial<CacheSnapshot> = {}): CacheSnapshot => ({
  at: 45,
  phase: 'read',
  steps,
  guests: [guest({}), guest({})],
  holders: Uint8Array.of(0, 1, 255, 255),
  units: Uint32Array.of(6, 2, 0, 0),
  ages: Uint32Array.of(1, 0, 0xffffffff, 0xffffffff),
  ...some,
});
const step = (kind: CacheStep['kind'], guest = 0, unit = 6, slot: number | undefined = 0): CacheStep => ({
  kind,
  guest,
  slot,
  unit,
});

describe('request', () => {
  test('is a hit in a slot that a guest filled', () => {
    expect(describeRequest(picture([step('hit')]), settings)).toBe(
      'Guest A reads track 7 of its file. The track is in slot 1: a hit without disk I/O.',
    );
    expect(describeRequest(picture([step('hit', 1)]), { ...settings, sharing: 'shared', medium: 'fba' })).toBe(
      'Guest B reads unit 7 of the minidisk. The unit is in slot 1, where guest A cached it: a hit without disk I/O.',
    );
  });

  test('is a fill that evicts the least recently used unit', () => {
    expect(describeRequest(picture([step('fill')]), settings)).toContain('from disk into slot 1, which was empty.');
    const steps = [step('evicted', 1, 2), step('fill')];
    expect(outcomeOf(picture(steps))).toBe('Miss: replaced');
    expect(describeRequest(picture(steps), settings)).toContain(
      'This evicts guest B’s track 3: this slot is the least recently used of all.',
    );
  });

  test('names the fair share only if it decides the eviction', () => {
    const steps = [step('evicted', 0, 2), step('fill')];
    const atShare = { guests: [guest({ held: 2 }), guest({})] };
    const limited =
      'evicts its own track 3: the guest already holds its fair share, and this slot is its least recently used.';
    expect(describeRequest(picture(steps, atShare), settings)).toContain(limited);
    expect(describeRequest(picture(steps), settings)).not.toContain('fair share');
    expect(describeRequest(picture(steps, atShare), { ...settings, fairShare: false })).not.toContain('fair share');
    expect(describeRequest(picture(steps, atShare), { ...settings, guests: 1 })).not.toContain('fair share');
  });

  test('has a reason for bypassing the cache', () => {
    const past = picture([{ kind: 'bypass', guest: 0, slot: undefined, unit: 0 }]);
    expect(describeRequest(past, settings)).toContain('its fair share is less than one slot');
    expect(describeRequest(past, { ...settings, cacheUnits: 0 })).toContain('there are no slots');
  });

  test('is a write with or without a cached copy', () => {
    const written = { kind: 'write', guest: 1, slot: undefined, unit: 0 } as const;
    expect(describeRequest(picture([written]), settings)).toContain('has no copy, and writes do not allocate a slot');
    expect(describeRequest(picture([{ ...written, slot: 3 }]), settings)).toContain(
      'The copy in slot 4 is updated, too.',
    );
    expect(describeRequest(picture([]), settings)).toContain('No request yet');
  });
});

const course: CacheTimeline = {
  unitKb: 48,
  ends: [20, 40, 60, 80],
  kinds: new Uint8Array(80),
  askers: new Uint8Array(80),
  hits: [
    [0, 0],
    [0, 0],
    [2, 4],
    [9, 9],
  ],
  misses: [
    [0, 0],
    [0, 0],
    [8, 6],
    [1, 1],
  ],
};

describe('hit ratio', () => {
  const rereads = picture([], {
    phase: 'reread',
    guests: [guest({ phase_hits: 1, phase_misses: 3 }), guest({ phase_hits: 3, phase_misses: 1 })],
  });

  test('is of the whole past phase or the current one so far', () => {
    expect(hitRatio(course, rereads, 'read', 0)).toBe(0.2);
    expect(hitRatio(course, rereads, 'read')).toBe(0.3);
    expect(hitRatio(course, rereads, 'reread', 1)).toBe(0.75);
    expect(hitRatio(course, rereads, 'reread')).toBe(0.5);
  });

  test('is undefined for future phases and writes', () => {
    expect(hitRatio(course, picture([]), 'reread')).toBeUndefined();
    expect(hitRatio(course, picture([]), 'read')).toBeUndefined();
    expect(hitRatio(course, rereads, 'write')).toBeUndefined();
  });

  test('leaves out scanning guests', () => {
    const scanned = { ...rereads, guests: rereads.guests.map((one, at) => ({ ...one, scans: at === 1 })) };
    expect(hitRatio(course, scanned, 'reread')).toBe(0.25);
  });

  test('is summarized only at the end of a phase', () => {
    expect(summarizePhase(course, { ...rereads, at: 79 })).toBe('');
    expect(summarizePhase(course, { ...rereads, at: 80 })).toBe(
      ' The reread is over: 50 % of its data came from the cache.',
    );
    expect(summarizePhase(course, picture([], { at: 40, phase: 'rewrite' }))).toBe(' The rewrite is over.');
  });
});

test('next end of a phase is ahead of the request', () => {
  expect([0, 19, 20, 41, 79, 80].map((at) => nextEnd(course, at))).toEqual([20, 20, 40, 60, 80, 80]);
});

test('age class runs from the most to the least recently used', () => {
  expect([...Array(10).keys()].map((age) => ageClass(age, 10))).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4]);
  expect([0, 1, 2].map((age) => ageClass(age, 3))).toEqual([0, 1, 3]);
});

test('cached units are per guest, or of all with one minidisk', () => {
  expect(cachedOf(picture([]), settings, 1)).toEqual([{ holder: 1, units: [2] }]);
  expect(cachedOf(picture([]), { ...settings, sharing: 'shared' }, 1)).toEqual([
    { holder: 0, units: [6] },
    { holder: 1, units: [2] },
  ]);
});
