// The JSON file of `pathlength queue`. Times in the file are in seconds, and think times are stations.
import {
  arrowsOf,
  classesAt,
  freshTitle,
  limits,
  NetError,
  OUTSIDE,
  placed,
  visitsOf,
  type Arrow,
  type Net,
  type NetClass,
  type Station,
  type Stop,
} from './net';

type Distribution = Record<string, unknown>;
interface QueueVisit {
  station: string;
  service: Distribution;
  next: { station: string; probability: number }[];
}
interface QueueNetwork {
  stations: { name: string; kind: string; servers?: number; discipline?: string }[];
  classes: {
    name: string;
    population?: number;
    arrivals?: Distribution;
    start: string;
    visits: QueueVisit[];
  }[];
}

/** The destination name for requests that leave the network. */
const OUT = 'out';
const MAX_PHASES = 1000;

/** Returns the distribution that the engine's networks use for a mean and a squared coefficient of variation. */
export function distributionOf(meanS: number, variation: number): Distribution {
  if (variation === 1) return { exponential: { mean_s: meanS } };
  if (variation === 0) return { deterministic: { value_s: meanS } };
  if (variation < 1) {
    const phases = Math.round(1 / variation);
    if (phases > MAX_PHASES || Math.abs(1 / variation - phases) > 1e-6 / variation)
      throw new NetError(
        `A squared coefficient of variation of ${variation} is not possible: below 1, give 0, 0.5 (1/2), 0.333333333 (1/3), and so on to 1/${MAX_PHASES}.`,
      );
    return { erlang: { mean_s: meanS, phases } };
  }
  const first = 0.5 * (1 + Math.sqrt((variation - 1) / (variation + 1)));
  const branch = (probability: number): object => ({ probability, mean_s: (0.5 * meanS) / probability });
  return { hyperexponential: { branches: [branch(first), branch(1 - first)] } };
}

/** Returns an unused name for a station in the file. */
function nameOf(title: string, used: Set<string>): string {
  const free = title === OUT ? `${title} ` : title;
  const name = freshTitle(
    free.trim() === OUT ? 'Out' : free,
    [...used].map((title) => ({ title })),
  );
  used.add(name);
  return name;
}

/**
 * Returns a network as the text of a `pathlength queue` file.
 *
 * @throws {NetError} If a class has a wrong route.
 */
export function queueFileOf(net: Net): string {
  const used = new Set<string>();
  const names = new Map(net.stations.map(({ id, title }) => [id, nameOf(title, used)]));
  const visited = net.stations.filter(({ id }) => classesAt(net, id).some((one) => (visitsOf(net, one)[id] ?? 0) > 0));
  const stations: QueueNetwork['stations'] = visited.map(({ id, kind, servers, order }) => ({
    name: names.get(id) ?? id,
    kind,
    ...(kind === 'queue' && servers !== 1 ? { servers } : {}),
    ...(kind === 'queue' && order !== 'fifo' ? { discipline: order } : {}),
  }));
  const classNames = new Set<string>();
  const classes = net.classes.map((one): QueueNetwork['classes'][number] => {
    const visits = visitsOf(net, one);
    const arrows = arrowsOf(net, one).filter(({ probability }) => probability > 0);
    const next = (from: string, end: string): QueueVisit['next'] =>
      arrows
        .filter((arrow) => arrow.from === from)
        .map(({ to, probability }) => ({ station: to === OUTSIDE ? end : (names.get(to) ?? to), probability }));
    const entries = arrows.filter(({ from }) => from === OUTSIDE);
    const only = one.kind === 'open' && entries.length === 1 ? entries[0] : undefined;
    let start = only ? (names.get(only.to) ?? '') : '';
    if (!only) {
      start = nameOf(one.kind === 'closed' ? `${one.title}: think time` : `${one.title}: arrival`, used);
      stations.push({ name: start, kind: 'delay' });
    }
    const end = one.kind === 'closed' ? start : OUT;
    const think = { station: start, service: distributionOf(one.kind === 'closed' ? one.think / 1000 : 0, 1) };
    const name = freshTitle(
      one.title,
      [...classNames].map((title) => ({ title })),
    );
    classNames.add(name);
    return {
      name,
      ...(one.kind === 'closed' ? { population: one.population } : { arrivals: distributionOf(1 / one.rate, 1) }),
      start,
      visits: [
        ...(only ? [] : [{ ...think, next: next(OUTSIDE, end) }]),
        ...visited
          .filter(({ id }) => (visits[id] ?? 0) > 0)
          .map(({ id }) => ({
            station: names.get(id) ?? id,
            service: distributionOf((one.stops[id]?.service ?? 0) / 1000, one.stops[id]?.variation ?? 1),
            next: next(id, end),
          })),
      ],
    };
  });
  return `${JSON.stringify({ stations, classes }, undefined, 2)}\n`;
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const quoted = (name: unknown): string => `“${String(name).slice(0, 60)}”`;
const numberOf = (value: unknown): number => (typeof value === 'number' && value >= 0 ? value : NaN);

/** Returns the mean in seconds and the squared coefficient of variation of a distribution. */
function momentsOf(value: unknown, where: string): { mean: number; variation: number } {
  const [name = '', body] = Object.entries(record(value))[0] ?? [];
  const { mean_s, value_s, phases, branches, values_s } = record(body);
  let found = { mean: NaN, variation: 1 };
  if (name === 'exponential') found = { mean: numberOf(mean_s), variation: 1 };
  else if (name === 'deterministic') found = { mean: numberOf(value_s), variation: 0 };
  else if (name === 'erlang') found = { mean: numberOf(mean_s), variation: 1 / numberOf(phases) };
  else if (name === 'hyperexponential' || name === 'empirical') {
    const parts =
      name === 'empirical'
        ? list(values_s).map((one) => [1 / list(values_s).length, numberOf(one), 1] as const)
        : list(branches).map(
            (one) => [numberOf(record(one)['probability']), numberOf(record(one)['mean_s']), 2] as const,
          );
    const mean = parts.reduce((sum, [share, time]) => sum + share * time, 0);
    const second = parts.reduce((sum, [share, time, factor]) => sum + share * factor * time * time, 0);
    found = { mean, variation: mean > 0 ? second / (mean * mean) - 1 : 0 };
    // Below a squared coefficient of variation of 1, the engine's networks support only Erlang distributions.
    if (found.variation < 1)
      found.variation = found.variation > 1 / MAX_PHASES ? 1 / Math.round(1 / found.variation) : 0;
  }
  if (
    !(found.mean >= 0 && found.mean <= limits.timeMs / 1000) ||
    !(found.variation >= 0 && found.variation <= limits.variation)
  )
    throw new NetError(
      `${where} has a time without a mean that this page can use: give a distribution that pathlength queue supports.`,
    );
  return { mean: found.mean, variation: Number(found.variation.toPrecision(12)) };
}

const tidy = (value: number): number => Number(value.toPrecision(14));

/**
 * Returns the network in a file.
 *
 * @throws {NetError} If the value is not such a file, or contains something that this page cannot draw.
 */
export function netOfQueueFile(value: unknown, title: string): Net {
  const file = record(value);
  const read = list(file['stations']).map(record);
  const classes = list(file['classes']).map(record);
  if (read.length === 0 || classes.length === 0)
    throw new NetError('The file is not a network: it needs “stations” and “classes”, as for pathlength queue.');
  if (classes.length > limits.classes)
    throw new NetError(
      `The network has ${classes.length} classes, but this page draws up to ${limits.classes}: use the command pathlength queue.`,
    );
  for (const station of read) {
    if (station['capacity'] !== undefined)
      throw new NetError(
        `Station ${quoted(station['name'])} has a capacity, which this page does not support: use the command pathlength queue.`,
      );
    if (station['discipline'] === 'priority' || station['discipline'] === 'preemptive')
      throw new NetError(
        `Station ${quoted(station['name'])} serves by priority, but this page supports only fifo and ps: use the command pathlength queue.`,
      );
  }
  // A delay center where closed requests start is their think time, unless another class visits it.
  const starts = new Set<unknown>();
  for (const one of classes) {
    const start = read.find(({ name }) => name === one['start']);
    const others = classes.filter((other) =>
      list(other['visits']).some((visit) => record(visit)['station'] === one['start']),
    );
    const isFirst = others.every((other) => other['start'] === one['start']);
    if (start?.['kind'] === 'delay' && isFirst) starts.add(one['start']);
  }
  const kept = read.filter(({ name }) => !starts.has(name));
  if (kept.length > limits.stations)
    throw new NetError(
      `The network has ${kept.length} stations, but this page draws up to ${limits.stations}: use the command pathlength queue.`,
    );
  const positions = placed(kept.length);
  const titles: { title: string }[] = [];
  const stations = kept.map((one, at): Station => {
    const servers = one['servers'] ?? 1;
    if (typeof one['name'] !== 'string' || (one['kind'] !== 'queue' && one['kind'] !== 'delay'))
      throw new NetError(
        `Station ${at + 1} of the file is not valid: give it a “name”, and the “kind” “queue” or “delay”.`,
      );
    if (typeof servers !== 'number' || !Number.isInteger(servers) || servers < 1 || servers > limits.servers)
      throw new NetError(`Station ${quoted(one['name'])}: the number of servers must be from 1 to ${limits.servers}.`);
    const named = freshTitle(one['name'].slice(0, limits.title) || 'Station', titles);
    titles.push({ title: named });
    return {
      id: `s${at + 1}`,
      title: named,
      kind: one['kind'],
      servers,
      order: one['discipline'] === 'ps' ? 'ps' : 'fifo',
      at: positions[at] ?? [0.5, 0.5],
    };
  });
  const idOf = (name: unknown, where: string): string => {
    const at = kept.findIndex((station) => station['name'] === name);
    if (at < 0)
      throw new NetError(
        `${where} names a missing station, ${quoted(name)}: add the station to the file, or correct the name.`,
      );
    return `s${at + 1}`;
  };
  const readClass = (one: Record<string, unknown>, at: number): NetClass => {
    const name =
      typeof one['name'] === 'string' && one['name'] !== '' ? one['name'].slice(0, limits.title) : `Class ${at + 1}`;
    const where = `Class ${quoted(name)}`;
    const isClosed = one['population'] !== undefined;
    const population = one['population'];
    if (
      isClosed &&
      (typeof population !== 'number' ||
        !Number.isInteger(population) ||
        population < 1 ||
        population > limits.population)
    )
      throw new NetError(`${where}: the population must be a whole number from 1 to ${limits.population}.`);
    const thinks = starts.has(one['start']);
    const stops: Record<string, Stop> = {};
    const arrows: Arrow[] = [];
    let think = 0;
    // A cycle that starts at a queue ends when the request returns there.
    if (!thinks) arrows.push({ from: OUTSIDE, to: idOf(one['start'], where), probability: 1 });
    for (const visit of list(one['visits']).map(record)) {
      const isStart = thinks && visit['station'] === one['start'];
      const { mean, variation } = momentsOf(visit['service'], where);
      const from = isStart ? OUTSIDE : idOf(visit['station'], where);
      if (isStart) think = tidy(1000 * mean);
      else stops[from] = { service: tidy(1000 * mean), visits: 1, variation };
      for (const step of list(visit['next']).map(record)) {
        const leaves = step['station'] === OUT || (isClosed && step['station'] === one['start']);
        const probability = numberOf(step['probability']);
        if (!(probability <= 1)) throw new NetError(`${where} has a probability outside 0 to 1: correct it.`);
        arrows.push({ from, to: leaves ? OUTSIDE : idOf(step['station'], where), probability });
      }
    }
    const interarrival = isClosed ? 1 : momentsOf(one['arrivals'], where).mean;
    return {
      id: `c${at + 1}`,
      title: name,
      kind: isClosed ? 'closed' : 'open',
      population: isClosed ? (population as number) : 10,
      think: isClosed ? think : 0,
      rate: isClosed || !(interarrival > 0) ? 1 : tidy(1 / interarrival),
      routing: 'arrows',
      stops,
      arrows,
    };
  };
  const net = {
    title: title.slice(0, limits.title) || 'Network',
    stations,
    classes: classes.map(readClass),
    outside: [0, 0.5] as const,
  };
  if (net.classes.reduce((sum, { arrows }) => sum + arrows.length, 0) > limits.arrows * limits.classes)
    throw new NetError(
      `The network has more than ${limits.arrows * limits.classes} routes: use the command pathlength queue.`,
    );
  return net;
}
