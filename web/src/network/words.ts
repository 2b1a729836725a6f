// Sentences about a network.
import { count, listed, share, short } from '../charts/format';
import { busiest, saturationPoint, saturationRate, type Solution } from './declare';
import type { Net, NetClass } from './net';

/** Formats a time that is given in milliseconds. */
export const time = (ms: number): string =>
  !Number.isFinite(ms)
    ? '–'
    : ms >= 1000
      ? `${short(ms / 1000)}\u00a0s`
      : ms >= 1 || ms === 0
        ? `${short(ms)}\u00a0ms`
        : `${short(1000 * ms)}\u00a0µs`;

export const perSecond = (rate: number): string => `${short(rate)}/s`;

/** The minimum utilization at which a station counts as close to its limit. */
const HIGH = 0.7;

/** Names the bottleneck, with its utilization and the load at which it saturates. */
export function bottleneckSentence(net: Net, solution: Solution): string {
  const found = busiest(net, solution);
  if (!found) return 'No station has a queue: no request ever waits.';
  const { station, utilization } = found;
  const equals = net.stations.filter(({ id }) => {
    const busy = solution.stations[id]?.utilization?.value;
    return busy !== undefined && Math.abs(busy - utilization) < 5e-4;
  });
  const name = listed(equals.map(({ title }) => title));
  const servers = station.servers > 1 ? ` (${count(station.servers)} servers)` : '';
  const first =
    equals.length > 1
      ? `${name} are equally busy, with a utilization of ${share(utilization)}.`
      : utilization >= HIGH
        ? `The bottleneck is ${name}${servers}, with a utilization of ${share(utilization)}.`
        : `The busiest station is ${name}${servers}, with a utilization of only ${share(utilization)}.`;
  const limits = net.classes.map((one) => limitOf(net, one)).filter(Boolean);
  return [first, ...limits].join(' ');
}

/** Describes the load at which a class saturates a station. */
function limitOf(net: Net, one: NetClass): string {
  const name = net.classes.length > 1 ? `${one.title}: ` : '';
  if (one.kind === 'open') {
    const rate = saturationRate(net, one);
    return Number.isFinite(rate) ? `${name}${name ? 'the' : 'The'} network can handle up to ${perSecond(rate)}.` : '';
  }
  // With several classes, the saturation point of one class alone says little about all of them.
  if (net.classes.length > 1) return '';
  const point = saturationPoint(net, one);
  if (!Number.isFinite(point)) return '';
  return one.population > point
    ? `The population of ${count(one.population)} exceeds the saturation point N* = ${short(point)}: each further request adds only waiting time.`
    : `The throughput grows with the population up to about N* = ${short(point)}; the population is now ${count(one.population)}.`;
}

const changed = (before: number, after: number): boolean => Math.abs(after - before) > 5e-4 * Math.abs(before);

/** Compares a changed network with the baseline. */
export function comparisonSentence(net: Net, before: Solution, after: Solution): string {
  const parts = net.classes.flatMap((one) => {
    const [old, now] = [before.classes[one.id], after.classes[one.id]];
    if (!old || !now) return [];
    const name = net.classes.length > 1 ? `${one.title}: ` : '';
    const isSlower = now.response.value > old.response.value;
    const response = changed(old.response.value, now.response.value)
      ? `response time ${time(old.response.value)} → ${time(now.response.value)} (${isSlower ? `${short(now.response.value / old.response.value)} times as long` : `${short(old.response.value / now.response.value)} times as fast`})`
      : `response time unchanged at ${time(now.response.value)}`;
    const throughput = changed(old.throughput.value, now.throughput.value)
      ? `throughput ${perSecond(old.throughput.value)} → ${perSecond(now.throughput.value)}`
      : `throughput unchanged at ${perSecond(now.throughput.value)}`;
    return [`${name}${response}, ${throughput}.`.replace(/^./, (letter) => letter.toUpperCase())];
  });
  return parts.join(' ');
}

/** Describes a station for a reader who does not see the drawing. */
export function stationWords(net: Net, id: string, solution: Solution | undefined): string {
  const station = net.stations.find((one) => one.id === id);
  if (!station) return '';
  const kind =
    station.kind === 'delay'
      ? 'delay'
      : station.servers === 1
        ? 'queue with 1 server'
        : `queue with ${count(station.servers)} servers`;
  const found = solution?.stations[id];
  const busy = found?.utilization ? `, ${share(found.utilization.value)} busy` : '';
  const present = found ? `, ${short(found.queue.value)} requests` : '';
  return `${station.title}, ${kind}${busy}${present}`;
}
