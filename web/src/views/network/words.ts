import { sum } from 'd3-array';
import { count, counted } from '../../charts/format';
import { byStation } from '../../engine/live/network/by-station';
import type { NetworkInfo, NetworkSnapshot } from '../../engine/live/network/protocol';
import type { Declaration } from '../../lab/types';
import { time } from '../time';

/** Returns the requests at each station of a network, of all classes. */
export const stationSums = (moment: NetworkSnapshot, stations: number): number[] =>
  byStation(moment.present, stations).map((numbers) => sum(numbers));

/** Returns the number of requests in a closed network, thinking or at a station; undefined with an open class. */
export const populationOf = (
  { classes = [] }: Declaration,
  { present, thinking }: NetworkSnapshot,
): number | undefined => (classes.every(({ population }) => population) ? sum(present) + sum(thinking) : undefined);

/** Describes where the requests are, and the mean response time of each class. */
export function describe(declaration: Declaration, about: NetworkInfo, moment: NetworkSnapshot): string {
  const { stations = [], classes = [] } = declaration;
  const numbers = stationSums(moment, stations.length);
  const inside = sum(numbers);
  const population = populationOf(declaration, moment);
  const where = stations.map(({ title }, at) => `${title}\u00a0${count(numbers[at] ?? 0)}`).join(', ');
  const all =
    population === undefined
      ? counted(inside, 'request', 'requests')
      : `${count(inside)} of ${counted(population, 'request', 'requests')}`;
  const start = `After ${time(moment.now)}, ${all} ${inside === 1 ? 'is' : 'are'} in the network`;
  const means = classes.map(({ title }, at) => {
    const exact = about.exact?.response[at];
    const name = classes.length > 1 ? `${title}: mean response time` : 'Mean response time';
    const expected = exact === undefined ? '' : `; exact: ${time(exact)}`;
    return `${name} so far: ${time(moment.meanResponse[at] ?? NaN)}${expected}.`;
  });
  return [`${start}: ${where}.`, ...means].join(' ');
}
