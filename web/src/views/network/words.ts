import { count, counted } from '../../charts/format';
import type { NetworkInfo, NetworkSnapshot } from '../../engine/live/network/protocol';
import type { Declaration } from '../../lab/types';
import { time } from '../time';

const sum = (numbers: ArrayLike<number>): number => Array.from(numbers).reduce((all, one) => all + one, 0);

/** Returns the number of requests of each class at each station. */
export function byStation({ present }: NetworkSnapshot, stations: number): number[][] {
  const classes = present.length / stations;
  return Array.from({ length: stations }, (_, at) => Array.from(present.subarray(at * classes, (at + 1) * classes)));
}

/** Returns the requests at each station of a network, of all classes. */
export const stationSums = (moment: NetworkSnapshot, stations: number): number[] =>
  byStation(moment, stations).map(sum);

/** Describes where the requests are, and the mean response time of each class. */
export function describe(
  { stations = [], classes = [] }: Declaration,
  about: NetworkInfo,
  moment: NetworkSnapshot,
): string {
  const numbers = stationSums(moment, stations.length);
  const [inside, thinking] = [sum(numbers), sum(moment.thinking)];
  const isClosed = classes.every(({ population }) => population);
  const where = stations.map(({ title }, at) => `${title}\u00a0${count(numbers[at] ?? 0)}`).join(', ');
  const all = isClosed
    ? `${count(inside)} of ${counted(inside + thinking, 'request', 'requests')}`
    : counted(inside, 'request', 'requests');
  const start = `After ${time(moment.now)}, ${all} ${inside === 1 ? 'is' : 'are'} in the network`;
  const means = classes.map(({ title }, at) => {
    const exact = about.exact?.response[at];
    const name = classes.length > 1 ? `${title}: mean response time` : 'Mean response time';
    const expected = exact === undefined ? '' : `; exact: ${time(exact)}`;
    return `${name} so far: ${time(moment.meanResponse[at] ?? NaN)}${expected}.`;
  });
  return [`${start}: ${where}.`, ...means].join(' ');
}
