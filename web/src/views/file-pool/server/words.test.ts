import { describe, expect, test } from 'vitest';
import { requestLocations, type ServerSnapshot, type RequestLocation } from '../../../engine/live/server/protocol';
import { heightOf, squares } from '../../request-marks';
import { runsOf } from './runs';
import { clockTime, countsOf, describeDemand, describeEvent, describeThread } from './words';
import { time } from '../../time';

const at = (...all: RequestLocation[]): Uint8Array => Uint8Array.from(all, (place) => requestLocations.indexOf(place));

const moment = (some: Partial<ServerSnapshot> = {}): ServerSnapshot => ({
  now: 61,
  activity: 'stall',
  user: 2,
  progress: { elapsed: 0.01, cpu: 0.002, stall: 0.025, uncounted: 0.01, checkpoint: 0 },
  faults: 1,
  quiescing: false,
  event: 'end',
  eventUser: 0,
  locations: at('thinking', 'firstDispatch', 'server', 'redispatch', 'disk', 'lock'),
  line: Uint32Array.of(3, 1),
  active: Uint32Array.of(5),
  inLine: Uint32Array.of(2),
  held: Uint8Array.of(0),
  statistics: {
    ...{ rate: 0, response: 0, lock: 0, blockIo: 0, other: 0, active: 0 },
    ...{ cpu: 0, stall: 0, uncounted: 0, checkpoint: 0 },
  },
  ...some,
});

describe('thread', () => {
  test('in a page fault delays the queued requests only', () => {
    expect(describeThread(moment())).toBe('User 3’s request waits for a page; 2 requests are queued.');
    const alone = { locations: at('thinking', 'disk', 'server'), line: new Uint32Array() };
    expect(describeThread(moment({ ...alone, faults: 2 }))).toBe(
      'User 3’s request waits for 2 pages, one after the other; the queue is empty.',
    );
    expect(describeThread(moment({ locations: at('thinking', 'firstDispatch', 'server') }))).toContain(
      '1 request is queued.',
    );
  });

  test('before a checkpoint drains requests at disks and locks too', () => {
    const due = moment({
      activity: 'cpu',
      quiescing: true,
      locations: at('held', 'firstDispatch', 'server', 'redispatch', 'disk', 'lock'),
    });
    expect(describeThread(due)).toBe(
      'The thread works for User 3; 2 requests are queued. A checkpoint is due: 1 request is held, and the 5 active requests must end first.',
    );
    const last = moment({ activity: 'idle', user: undefined, quiescing: true, locations: at('thinking', 'disk') });
    expect(describeThread(last)).toContain('new requests are held, and the active request must end first.');
  });

  test('names no numbers during playback', () => {
    const places = at('held', 'firstDispatch', 'server', 'redispatch', 'disk', 'lock');
    for (const activity of ['cpu', 'stall', 'uncounted', 'checkpoint', 'idle'] as const) {
      const text = describeThread(moment({ activity, quiescing: true, locations: places }), false);
      expect(text.replace(/User \d+|for [\d.]+ m?s/, '')).not.toMatch(/\d/);
    }
  });

  test('in a checkpoint has its duration and the held requests', () => {
    const progress = { elapsed: 0, cpu: 0, stall: 0, uncounted: 0, checkpoint: 3.16 };
    const lasts = moment({
      activity: 'checkpoint',
      user: undefined,
      quiescing: true,
      progress,
      locations: at('held', 'held'),
    });
    expect(describeThread(lasts)).toBe('A checkpoint blocks the thread for 3.16 s; 2 requests are held until it ends.');
  });

  test('with uncounted blocking says so', () => {
    expect(describeThread(moment({ activity: 'uncounted' }))).toContain('no counter includes this time');
  });
});

test('arrival during quiescing is held', () => {
  expect(describeEvent(moment({ event: 'arrival' }))).toBe('User 1 sends a request.');
  expect(describeEvent(moment({ event: 'arrival', quiescing: true }))).toBe('User 1 sends a request, which is held.');
});

test('counts include every user once', () => {
  const counts = countsOf(moment());
  expect(Object.values(counts).reduce((sum, number) => sum + number)).toBe(6);
  expect(counts).toMatchObject({
    thinking: 1,
    firstDispatch: 1,
    redispatch: 1,
    server: 1,
    disk: 1,
    lock: 1,
    held: 0,
    agent: 0,
  });
});

test('time has the unit that suits it', () => {
  expect([time(0.0044), time(0.9994), time(0.9996), time(3.4434), time(NaN)]).toEqual([
    '4.4 ms',
    '999 ms',
    '1 s',
    '3.44 s',
    '–',
  ]);
  expect([clockTime(0), clockTime(59.99), clockTime(60), clockTime(3661.25)]).toEqual([
    '0 min 00.0 s',
    '0 min 59.9 s',
    '1 min 00.0 s',
    '61 min 01.2 s',
  ]);
});

test('demand names the agents only if they limit', () => {
  const about = { users: 64, agents: 64, ios: 1.5, cpuMs: 4, stallMs: 48, uncountedMs: 0, steadyState: undefined };
  expect(describeDemand(about)).not.toContain('agent');
  expect(describeDemand(about)).not.toContain('no counter');
  expect(describeDemand({ ...about, agents: 20 })).toContain('There are 20 agents.');
});

describe('marks', () => {
  test('have positions row by row', () => {
    const corners = squares([0, 4, 5, 9], 5).match(/M[\d.]+ [\d.]+/g);
    expect(corners).toEqual(['M1.5 1.5', 'M53.5 1.5', 'M1.5 14.5', 'M53.5 14.5']);
    expect([heightOf(0, 5), heightOf(5, 5), heightOf(6, 5)]).toEqual([13, 13, 26]);
  });

  test('of runs begin and end where the flags do', () => {
    expect(runsOf([0, 1, 1, 0, 0, 1])).toEqual([[1, 3], [5, 6]]); // prettier-ignore
    expect(runsOf([])).toEqual([]);
  });
});
