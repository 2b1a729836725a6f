// A drawn queueing network: stations, customer classes, and their routes. Times are in milliseconds, and rates are per
// second.

/** Relative positions in the drawing, from 0 to 1: along the flow, and across it. */
export type Position = readonly [along: number, across: number];

export interface Station {
  id: string;
  title: string;
  /** A queueing center, or a delay center, where no request waits. */
  kind: 'queue' | 'delay';
  /** The number of servers of a queueing center. */
  servers: number;
  /** First come, first served, or processor sharing. */
  order: 'fifo' | 'ps';
  at: Position;
}

/** The parameters of a class at a station. */
export interface Stop {
  /** Mean service time of a visit, in milliseconds. */
  service: number;
  /** Mean number of visits of a request; unused in a class that is routed by arrows. */
  visits: number;
  /** Squared coefficient of variation of the service time. */
  variation: number;
}

/** A routing probability. The outside has the id ''. */
export interface Arrow {
  from: string;
  to: string;
  probability: number;
}

export interface NetClass {
  id: string;
  title: string;
  /** A closed class has a population and a think time, an open class an arrival rate. */
  kind: 'closed' | 'open';
  population: number;
  think: number;
  rate: number;
  /** Whether the visits are given, or follow from arrows with probabilities. */
  routing: 'visits' | 'arrows';
  /** Keyed by station id. */
  stops: Readonly<Record<string, Stop>>;
  arrows: readonly Arrow[];
}

export interface Net {
  title: string;
  stations: readonly Station[];
  classes: readonly NetClass[];
  /** The position of the users, or of the arrivals. */
  outside: Position;
}

/** The id of the outside in arrows. */
export const OUTSIDE = '';

/** The limits of the engine, and those of the drawing. */
export const limits = {
  stations: 32,
  classes: 8,
  servers: 1000,
  population: 10_000,
  visits: 10_000,
  timeMs: 1e9,
  rate: 1e6,
  variation: 1000,
  title: 40,
  arrows: 400,
} as const;

/** The reason why a network cannot be solved or read, in words for readers. */
export class NetError extends Error {}

/** Returns the classes at a station. */
export const classesAt = ({ classes }: Net, station: string): NetClass[] =>
  classes.filter(({ stops }) => station in stops);

/** Returns the stations of a class, in the order of the network. */
export const stationsOf = ({ stations }: Net, { stops }: NetClass): Station[] =>
  stations.filter(({ id }) => id in stops);

const percent = (value: number): string => String(Number(value.toFixed(4)));

/** Returns the solution x of A x = b by elimination; undefined if there is no solution. */
function solveLinear(matrix: number[][], right: number[]): number[] | undefined {
  const size = right.length;
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0]);
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let i = column + 1; i < size; i++)
      if (Math.abs(rows[i]?.[column] ?? 0) > Math.abs(rows[pivot]?.[column] ?? 0)) pivot = i;
    const chosen = rows[pivot];
    if (!chosen || Math.abs(chosen[column] ?? 0) < 1e-12) return undefined;
    [rows[column], rows[pivot]] = [chosen, rows[column] as number[]];
    for (let i = 0; i < size; i++) {
      const row = rows[i] as number[];
      if (i === column) continue;
      const factor = (row[column] ?? 0) / (chosen[column] ?? 1);
      if (factor !== 0) for (let j = column; j <= size; j++) row[j] = (row[j] ?? 0) - factor * (chosen[j] ?? 0);
    }
  }
  return rows.map((row, i) => (row[size] ?? 0) / (row[i] ?? 1));
}

/**
 * Returns the mean number of visits of a request to each station of a class, by id: as given, or from the traffic
 * equations of its arrows.
 *
 * @throws {NetError} If probabilities do not add up to 1, or requests never leave a station.
 */
export function visitsOf(net: Net, one: NetClass): Record<string, number> {
  const stations = stationsOf(net, one);
  if (one.routing === 'visits') return Object.fromEntries(stations.map(({ id }) => [id, one.stops[id]?.visits ?? 0]));
  const titleOf = (id: string): string =>
    id === OUTSIDE ? 'the outside' : `“${net.stations.find((station) => station.id === id)?.title ?? id}”`;
  // The check ignores stations that no request can reach.
  const reached = new Set([OUTSIDE]);
  for (const from of reached)
    for (const arrow of one.arrows)
      if (arrow.from === from && arrow.probability > 0 && (arrow.to === OUTSIDE || arrow.to in one.stops))
        reached.add(arrow.to);
  for (const from of reached) {
    const sum = one.arrows.reduce((sum, arrow) => sum + (arrow.from === from ? arrow.probability : 0), 0);
    if (Math.abs(sum - 1) > 1e-9)
      throw new NetError(
        `In “${one.title}”, the probabilities after ${titleOf(from)} add up to ${percent(sum)}, not 1: ${sum === 0 ? 'add an arrow' : 'change the probabilities'}.`,
      );
  }
  const ids = stations.map(({ id }) => id).filter((id) => reached.has(id));
  const probability = (from: string, to: string): number =>
    one.arrows.reduce((sum, arrow) => sum + (arrow.from === from && arrow.to === to ? arrow.probability : 0), 0);
  const visits = solveLinear(
    ids.map((to) => ids.map((from) => (to === from ? 1 : 0) - probability(from, to))),
    ids.map((to) => probability(OUTSIDE, to)),
  );
  if (!visits || visits.some((value) => !(value > -1e-9 && value <= limits.visits)))
    throw new NetError(`Requests of “${one.title}” never return to the outside: add an arrow to the outside.`);
  // A station that no arrow leads to has no visits.
  return Object.fromEntries(stations.map(({ id }) => [id, Math.max(0, visits[ids.indexOf(id)] ?? 0)]));
}

/**
 * Returns the arrows of a class whose requests visit stations one after another. A request may skip a station with less
 * than one visit, and may return at once to a station with more than one.
 */
export function arrowsInRow(stops: readonly (readonly [id: string, visits: number])[]): Arrow[] {
  const path = stops.filter(([, visits]) => visits > 0);
  const onward = (from: string, at: number, start: number): Arrow[] => {
    const arrows: Arrow[] = [];
    let left = start;
    for (const [to, visits] of path.slice(at)) {
      const enter = Math.min(visits, 1);
      arrows.push({ from, to, probability: left * enter });
      left *= 1 - enter;
    }
    return [...arrows, { from, to: OUTSIDE, probability: left }].filter(({ probability }) => probability > 0);
  };
  return [
    ...onward(OUTSIDE, 0, 1),
    ...path.flatMap(([id, visits], at) => {
      const again = visits > 1 ? 1 - 1 / visits : 0;
      return [...(again > 0 ? [{ from: id, to: id, probability: again }] : []), ...onward(id, at + 1, 1 - again)];
    }),
  ];
}

/** Returns the arrows of a class: its own, or those derived from its visits. */
export const arrowsOf = (net: Net, one: NetClass): readonly Arrow[] =>
  one.routing === 'arrows'
    ? one.arrows
    : arrowsInRow(stationsOf(net, one).map(({ id }) => [id, one.stops[id]?.visits ?? 0]));

/** Returns the service demand of a class at each of its stations, in milliseconds, by id. */
export function demandsOf(net: Net, one: NetClass): Record<string, number> {
  const visits = visitsOf(net, one);
  return Object.fromEntries(Object.entries(visits).map(([id, number]) => [id, number * (one.stops[id]?.service ?? 0)]));
}

/** Returns the first reason why a network cannot be solved; undefined if it can. */
export function problemOf(net: Net): string | undefined {
  if (net.stations.length === 0) return 'The network is empty: add a station.';
  if (net.classes.length === 0) return 'The network has no requests: add a class.';
  for (const one of net.classes) {
    if (Object.keys(one.stops).length === 0)
      return `The class “${one.title}” visits no station: select a station, and add visits of this class.`;
    try {
      const visits = visitsOf(net, one);
      if (!Object.values(visits).some((number) => number > 0))
        return `The class “${one.title}” visits no station: set its visits above 0, or draw arrows to its stations.`;
      const time = Object.values(demandsOf(net, one)).reduce(
        (sum, demand) => sum + demand,
        one.kind === 'closed' ? one.think : 0,
      );
      if (one.kind === 'closed' && time === 0)
        return `A request of “${one.title}” takes no time: enter a service time or a think time.`;
    } catch (error) {
      if (error instanceof NetError) return error.message;
      throw error;
    }
  }
  return undefined;
}

/** Returns an id that no entry has. */
export function freshId(letter: string, entries: readonly { id: string }[]): string {
  for (let number = 1; ; number++) {
    const id = `${letter}${number}`;
    if (!entries.some((entry) => entry.id === id)) return id;
  }
}

/** Returns a title that no entry has. */
export function freshTitle(title: string, entries: readonly { title: string }[]): string {
  if (!entries.some((entry) => entry.title === title)) return title;
  for (let number = 2; ; number++)
    if (!entries.some((entry) => entry.title === `${title} ${number}`)) return `${title} ${number}`;
}

/** Returns a network without a station: no class visits it, and no arrow leads to it. */
export const withoutStation = (net: Net, id: string): Net => ({
  ...net,
  stations: net.stations.filter((station) => station.id !== id),
  classes: net.classes.map((one) => withoutStop(one, id)),
});

/** Returns a class without its visits to a station. */
export function withoutStop(one: NetClass, id: string): NetClass {
  const stops = Object.fromEntries(Object.entries(one.stops).filter(([station]) => station !== id));
  return { ...one, stops, arrows: one.arrows.filter(({ from, to }) => from !== id && to !== id) };
}

/** Returns a network with changes to the station with this id. */
export const withStation = (net: Net, id: string, change: Partial<Station>): Net => ({
  ...net,
  stations: net.stations.map((station) => (station.id === id ? { ...station, ...change } : station)),
});

export const withClass = (net: Net, id: string, change: Partial<NetClass>): Net => ({
  ...net,
  classes: net.classes.map((one) => (one.id === id ? { ...one, ...change } : one)),
});

export const withStop = (net: Net, id: string, station: string, change: Partial<Stop>): Net => ({
  ...net,
  classes: net.classes.map((one) => {
    const stop = one.stops[station] ?? { service: 10, visits: 1, variation: 1 };
    return one.id === id ? { ...one, stops: { ...one.stops, [station]: { ...stop, ...change } } } : one;
  }),
});

/** Returns positions for stations that have none: in columns of at most three, from left to right. */
export function placed(count: number): Position[] {
  const columns = Math.max(1, Math.ceil(count / 3));
  return Array.from({ length: count }, (_, at) => {
    const column = Math.floor(at / 3);
    const inColumn = Math.min(3, count - 3 * column);
    const across = inColumn === 1 ? 0.5 : (at % 3) / (inColumn - 1);
    return [columns === 1 ? 0.65 : 0.36 + (0.64 * column) / (columns - 1), across] as const;
  });
}

// The following functions read links and files, which are untrusted.

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
const damaged = (): never => {
  throw new NetError('This link contains no network.');
};

function numberIn(value: unknown, min: number, max: number, whole = false): number {
  if (typeof value !== 'number' || !(value >= min && value <= max) || (whole && !Number.isInteger(value)))
    return damaged();
  return value;
}
const textIn = (value: unknown): string =>
  typeof value === 'string' && value.length <= limits.title && value.trim() !== '' ? value : damaged();
const wordIn = <W extends string>(value: unknown, words: readonly W[]): W =>
  words.includes(value as W) ? (value as W) : damaged();
const listIn = (value: unknown, maxLength: number): unknown[] =>
  Array.isArray(value) && value.length <= maxLength ? value : damaged();
const positionIn = (value: unknown): Position => {
  const [along, across] = listIn(value, 2);
  return [numberIn(along, 0, 1), numberIn(across, 0, 1)];
};

/**
 * Returns the network that an untrusted value contains.
 *
 * @throws {NetError} If it contains none.
 */
export function netIn(value: unknown): Net {
  const { title, stations, classes, outside } = record(value);
  const read: Station[] = listIn(stations, limits.stations).map((one) => {
    const { id, title, kind, servers, order, at } = record(one);
    return {
      id: typeof id === 'string' && /^s\d{1,4}$/.test(id) ? id : damaged(),
      title: textIn(title),
      kind: wordIn(kind, ['queue', 'delay']),
      servers: numberIn(servers, 1, limits.servers, true),
      order: wordIn(order, ['fifo', 'ps']),
      at: positionIn(at),
    };
  });
  const ids = new Set(read.map(({ id }) => id));
  const stationIn = (id: unknown): string => (typeof id === 'string' && ids.has(id) ? id : damaged());
  const endIn = (id: unknown): string => (id === OUTSIDE ? OUTSIDE : stationIn(id));
  const readClasses: NetClass[] = listIn(classes, limits.classes).map((one) => {
    const { id, title, kind, population, think, rate, routing, stops, arrows } = record(one);
    return {
      id: typeof id === 'string' && /^c\d{1,4}$/.test(id) ? id : damaged(),
      title: textIn(title),
      kind: wordIn(kind, ['closed', 'open']),
      population: numberIn(population, 1, limits.population, true),
      think: numberIn(think, 0, limits.timeMs),
      rate: numberIn(rate, 0, limits.rate),
      routing: wordIn(routing, ['visits', 'arrows']),
      stops: Object.fromEntries(
        Object.entries(record(stops)).map(([station, stop]) => {
          const { service, visits, variation } = record(stop);
          const read: Stop = {
            service: numberIn(service, 0, limits.timeMs),
            visits: numberIn(visits, 0, limits.visits),
            variation: numberIn(variation, 0, limits.variation),
          };
          return [stationIn(station), read];
        }),
      ),
      arrows: listIn(arrows, limits.arrows).map((arrow) => {
        const { from, to, probability } = record(arrow);
        return { from: endIn(from), to: endIn(to), probability: numberIn(probability, 0, 1) };
      }),
    };
  });
  const isTwice = (entries: readonly { id: string }[]): boolean =>
    new Set(entries.map(({ id }) => id)).size < entries.length;
  if (isTwice(read) || isTwice(readClasses)) return damaged();
  return { title: textIn(title), stations: read, classes: readClasses, outside: positionIn(outside) };
}

const stop = (service: number, visits = 1, variation = 1): Stop => ({ service, visits, variation });
const queue = (id: string, title: string, at: Position, servers = 1): Station => ({
  id,
  title,
  kind: 'queue',
  servers,
  order: 'fifo',
  at,
});
const users = (id: string, title: string, change: Partial<NetClass>): NetClass => ({
  id,
  title,
  kind: 'closed',
  population: 20,
  think: 0,
  rate: 10,
  routing: 'visits',
  stops: {},
  arrows: [],
  ...change,
});

/** Networks to start from, with their names. */
export const examples: readonly { name: string; net: Net }[] = [
  {
    name: 'Users, a processor, and two disks',
    net: {
      title: 'Users, a processor, and two disks',
      outside: [0, 0.5],
      stations: [
        queue('s1', 'Processor', [0.45, 0.5]),
        queue('s2', 'Disk A', [1, 0.1]),
        queue('s3', 'Disk B', [1, 0.9]),
      ],
      classes: [
        users('c1', 'Users', {
          population: 20,
          think: 1000,
          routing: 'arrows',
          stops: { s1: stop(5), s2: stop(20), s3: stop(15) },
          arrows: [
            { from: OUTSIDE, to: 's1', probability: 1 },
            { from: 's1', to: OUTSIDE, probability: 0.2 },
            { from: 's1', to: 's2', probability: 0.5 },
            { from: 's1', to: 's3', probability: 0.3 },
            { from: 's2', to: 's1', probability: 1 },
            { from: 's3', to: 's1', probability: 1 },
          ],
        }),
      ],
    },
  },
  {
    name: 'One queue with arrivals (M/M/1)',
    net: {
      title: 'One queue',
      outside: [0, 0.5],
      stations: [queue('s1', 'Server', [0.65, 0.5])],
      classes: [users('c1', 'Requests', { kind: 'open', rate: 8, stops: { s1: stop(100) } })],
    },
  },
  {
    name: 'Two classes on one server',
    net: {
      title: 'Terminals and batch jobs',
      outside: [0, 0.5],
      stations: [
        { ...queue('s1', 'Processor', [0.5, 0.5], 2), order: 'ps' },
        { ...queue('s2', 'Disk', [1, 0.5]), order: 'ps' },
      ],
      classes: [
        users('c1', 'Terminals', { population: 40, think: 4000, stops: { s1: stop(20, 3), s2: stop(15, 2) } }),
        users('c2', 'Batch', { population: 3, think: 0, stops: { s1: stop(100, 2), s2: stop(15, 10) } }),
      ],
    },
  },
];

/** A network with a class and nothing else. */
export const emptyNet: Net = {
  title: 'My network',
  outside: [0, 0.5],
  stations: [],
  classes: [users('c1', 'Users', { population: 10, think: 1000 })],
};

// Changes to a drawing.

const MAX_DECIMALS = 4;
const rounded = (value: number): number => Number(value.toFixed(MAX_DECIMALS));

/** Returns a class that is routed by arrows, from its visits if necessary. */
export const withArrows = (net: Net, one: NetClass): NetClass =>
  one.routing === 'arrows' ? one : { ...one, routing: 'arrows', arrows: [...arrowsOf(net, one)] };

/** Returns a class whose visits are given, from its arrows if necessary. */
export function withVisits(net: Net, one: NetClass): NetClass {
  if (one.routing === 'visits') return one;
  let visits: Record<string, number> = {};
  try {
    visits = visitsOf(net, one);
  } catch {
    // If the arrows are invalid, the stored visits are kept.
  }
  const stops = Object.fromEntries(
    Object.entries(one.stops).map(([id, stop]) => [
      id,
      { ...stop, visits: Number((visits[id] ?? stop.visits).toPrecision(12)) },
    ]),
  );
  return { ...one, routing: 'visits', stops, arrows: [] };
}

/**
 * Returns a network with an additional arrow for a class. The new arrow takes the remaining probability at its start;
 * if none remains, it gets an equal share, and the other arrows there become less likely in proportion.
 */
export function withArrow(net: Net, id: string, from: string, to: string): Net {
  const found = net.classes.find((one) => one.id === id);
  if (!found) return net;
  const routed = withArrows(net, found);
  if (routed.arrows.length >= limits.arrows) return net;
  const stop: Stop = { service: 10, visits: 1, variation: 1 };
  const added = [from, to].filter((end) => end !== OUTSIDE && !(end in routed.stops));
  const stops = { ...routed.stops, ...Object.fromEntries(added.map((end) => [end, stop])) };
  const rest = routed.arrows.filter((arrow) => arrow.from !== from);
  const own = routed.arrows.filter((arrow) => arrow.from === from);
  if (own.some((arrow) => arrow.to === to)) return net;
  const left = rounded(1 - own.reduce((sum, { probability }) => sum + probability, 0));
  const probability = left > 0 ? left : rounded(1 / (own.length + 1));
  const shares =
    left > 0 ? own : own.map((arrow) => ({ ...arrow, probability: rounded(arrow.probability * (1 - probability)) }));
  const sum = shares.reduce((sum, one) => sum + one.probability, 0);
  const next = { from, to, probability: left > 0 ? left : rounded(1 - sum) };
  return withClass(net, id, { ...routed, stops, arrows: [...rest, ...shares, next] });
}

/** Returns a network without an arrow of a class. */
export function withoutArrow(net: Net, id: string, from: string, to: string): Net {
  const found = net.classes.find((one) => one.id === id);
  if (!found) return net;
  const routed = withArrows(net, found);
  return withClass(net, id, {
    ...routed,
    arrows: routed.arrows.filter((arrow) => arrow.from !== from || arrow.to !== to),
  });
}

/** Returns a network with an additional station, which a class visits once if its visits are given. */
export function withNewStation(net: Net, classId: string, kind: Station['kind']): { net: Net; id: string } {
  const id = freshId('s', net.stations);
  // The first free position of a grid, starting in the middle.
  const isFree = ([x, y]: Position): boolean =>
    net.stations.every(({ at }) => Math.abs(at[0] - x) > 0.15 || Math.abs(at[1] - y) > 0.25);
  const grid = [0.45, 0.75, 1, 0.25].flatMap((x) => [0.5, 0, 1].map((y): Position => [x, y]));
  const at = grid.find(isFree) ?? [0.5 + 0.02 * net.stations.length, 0.5];
  const station: Station = {
    id,
    title: freshTitle(kind === 'queue' ? 'Station' : 'Delay', net.stations),
    kind,
    servers: 1,
    order: 'fifo',
    at: [Math.min(1, at[0]), at[1]],
  };
  const added = { ...net, stations: [...net.stations, station] };
  return { net: withStop(added, classId, id, {}), id };
}

/** Returns a network with an additional class, which visits no station yet. */
export function withNewClass(net: Net): { net: Net; id: string } {
  const id = freshId('c', net.classes);
  const one = users(id, freshTitle('Class', net.classes), { population: 10, think: 1000 });
  return { net: { ...net, classes: [...net.classes, one] }, id };
}

export const withoutClass = (net: Net, id: string): Net => ({
  ...net,
  classes: net.classes.filter((one) => one.id !== id),
});

/** Returns a network in which a station serves each visit `factor` times as fast. */
export const withFaster = (net: Net, station: string, factor: number): Net => ({
  ...net,
  classes: net.classes.map((one) => {
    const stop = one.stops[station];
    return stop ? { ...one, stops: { ...one.stops, [station]: { ...stop, service: stop.service / factor } } } : one;
  }),
});
