import type { DataTable } from '../../charts/plot';
import type { NetworkInfo, NetworkSnapshot } from '../../engine/live/network/protocol';
import type { Declaration } from '../../lab/types';

/** Returns the means of a simulation so far, next to the exact means. Times are in milliseconds. */
export function meansTable(
  { stations = [], classes = [] }: Declaration,
  { servers, exact }: NetworkInfo,
  moment: NetworkSnapshot,
): DataTable {
  const columns = ['Mean', 'so far', ...(exact ? ['exact'] : [])];
  const row = (title: string, found: number, expected: number | undefined): (string | number)[] => [
    title,
    found,
    ...(exact ? [expected ?? NaN] : []),
  ];
  return {
    columns,
    rows: [
      ...stations.flatMap(({ title }, at) => [
        row(`${title}: requests`, moment.meanPresent[at] ?? NaN, exact?.present[at]),
        ...((servers[at] ?? 0) > 0 ? [row(`${title}: busy servers`, moment.meanBusy[at] ?? NaN, exact?.busy[at])] : []),
      ]),
      ...classes.flatMap(({ title }, at) => [
        row(`${title}: requests/s`, (moment.completions[at] ?? NaN) / moment.now, exact?.throughput[at]),
        row(
          `${title}: response time, ms`,
          1000 * (moment.meanResponse[at] ?? NaN),
          exact && 1000 * (exact.response[at] ?? NaN),
        ),
      ]),
    ],
  };
}
