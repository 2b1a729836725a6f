import { expect, test } from 'vitest';
import type { NetworkInfo, NetworkSnapshot } from '../../engine/live/network/protocol';
import { describe as sentence, stationSums } from './words';

const numbers = (...values: number[]): Float64Array => Float64Array.from(values);

const moment: NetworkSnapshot = {
  now: 2.5,
  present: Uint32Array.from([1, 0, 3, 2]),
  thinking: Uint32Array.from([4, 0]),
  busy: Uint32Array.from([1, 1]),
  meanBusy: numbers(0.4, 0.9),
  meanPresent: numbers(0.5, 4),
  completions: numbers(10, 0),
  meanResponse: numbers(0.0481, NaN),
  times: [],
  history: [],
};
const about: NetworkInfo = { servers: Uint32Array.from([1, 1]), span: 5, exact: undefined };
const stations = [
  { name: 'cpu', title: 'Processor', kind: 'queue' as const },
  { name: 'disk', title: 'Disk', kind: 'queue' as const },
];

test('requests of all classes at a station are added', () => {
  expect(stationSums(moment, 2)).toEqual([1, 5]);
});

test('sentence says where requests are and which means are exact', () => {
  const classes = [
    { name: 'people', title: 'Users', population: 'users' },
    { name: 'jobs', title: 'Jobs', rate: 'rate' },
  ];
  expect(sentence({ stations, classes }, about, moment)).toBe(
    'After 2.5 s, 6 requests are in the network: Processor\u00a01, Disk\u00a05. Users: mean response time so far: 48.1 ms. Jobs: mean response time so far: –.',
  );
  const exact = { busy: numbers(0.5, 1), present: numbers(1, 4), throughput: numbers(9), response: numbers(0.05) };
  const single = { ...moment, present: Uint32Array.from([1, 4]), thinking: Uint32Array.from([15]) };
  expect(sentence({ stations, classes: classes.slice(0, 1) }, { ...about, exact }, single)).toBe(
    'After 2.5 s, 5 of 20 requests are in the network: Processor\u00a01, Disk\u00a04. Mean response time so far: 48.1 ms; exact: 50 ms.',
  );
});
