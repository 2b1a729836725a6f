// A lab's network as a drawing, in the scenario that the reader has set.
import type { Lab, Scenario } from '../lab/types';
import { limits, NetError, placed, type Net, type NetClass, type Station, type Stop } from './net';
import type { DeclaredNetwork, NetworkNumbers } from './protocol';

type Declaration = NonNullable<Lab['declaration']>;

/** The content of a link that opens a lab's network. */
export interface LabNetwork {
  title: string;
  network: DeclaredNetwork;
  settings: Scenario;
}

/**
 * Returns the names of outputs for the numbers in the drawing (think times, rates, and demands), and the network with
 * these outputs. A rate is the throughput of its class, because units such as `requests/s` and `orders/s` differ from lab
 * to lab.
 */
export function numbersOutputs(network: DeclaredNetwork): [outputs: string[], extended: DeclaredNetwork] {
  const declaration = network.declaration ?? {};
  const { classes = [], demands = [], outputs = [] } = declaration;
  const added: { name: string; is: string; unit: string; title: string }[] = [];
  const output = (is: string, unit: string): void =>
    void added.push({ name: `drawn_number_${added.length}`, title: 'number', is, unit });
  for (const { name, population, think_time: think } of classes) {
    if (population) output(think || '0 ms', 'ms');
    else output(`throughput(${name})`, '1/s');
  }
  for (const { service, visits, variation } of demands) {
    output(service, 'ms');
    output(visits || '1', '1');
    output(variation || '1', '1');
  }
  const extended = { ...declaration, outputs: [...outputs, ...added] } as unknown as Declaration;
  return [added.map(({ name }) => name), { ...network, declaration: extended }];
}

/**
 * Returns a scenario with the exact method, which is the fastest, if the network has a method setting with that value.
 */
export function exactly({ declaration }: DeclaredNetwork, scenario: Scenario): Scenario {
  const method = declaration?.settings?.find(({ name }) => name === declaration.solution?.method);
  return method?.words?.includes('exact') ? { ...scenario, [method.name]: 'exact' } : scenario;
}

/** Returns the numbers of a network from the values of `numbersOutputs`. */
export function numbersFrom(
  { classes = [], demands = [] }: Partial<Declaration>,
  servers: number[],
  populations: number[],
  values: readonly number[],
): NetworkNumbers {
  const isClosed = classes.map(({ population }) => Boolean(population));
  const after = values.slice(classes.length);
  return {
    servers,
    populations: populations.map((number, at) => (isClosed[at] ? number : NaN)),
    think: classes.map((_, at) => (isClosed[at] ? (values[at] ?? NaN) : 0)),
    rates: classes.map((_, at) => (isClosed[at] ? NaN : (values[at] ?? NaN))),
    demands: demands.map((_, at) => ({
      service: after[3 * at] ?? NaN,
      visits: after[3 * at + 1] ?? NaN,
      variation: after[3 * at + 2] ?? NaN,
    })),
  };
}

/** Rounds away the error from a unit conversion. */
const tidy = (value: number): number => Number(value.toPrecision(14));
const cut = (title: string): string => (title.length > limits.title ? `${title.slice(0, limits.title - 1)}…` : title);

/** Returns the drawing of a lab's network. */
export function netOfLab({ title, network }: LabNetwork, numbers: NetworkNumbers): Net {
  const { stations = [], classes = [], demands = [] } = network.declaration ?? {};
  const positions = placed(stations.length);
  const idOf = (name: string): string => `s${stations.findIndex((station) => station.name === name) + 1}`;
  return {
    title: cut(title),
    outside: [0, 0.5],
    stations: stations.map((station, at): Station => ({
      id: `s${at + 1}`,
      title: cut(station.title),
      kind: station.kind,
      servers: Math.max(1, numbers.servers[at] ?? 1),
      order: station.discipline ?? 'fifo',
      at: positions[at] ?? [0.5, 0.5],
    })),
    classes: classes.map((one, at): NetClass => {
      const stops: Record<string, Stop> = {};
      demands.forEach((demand, i) => {
        const found = numbers.demands[i];
        if (demand.class === one.name && found)
          stops[idOf(demand.station)] = {
            service: tidy(found.service),
            visits: tidy(found.visits),
            variation: tidy(found.variation),
          };
      });
      return {
        id: `c${at + 1}`,
        title: cut(one.title),
        kind: one.population ? 'closed' : 'open',
        population: numbers.populations[at] || 1,
        think: tidy(numbers.think[at] ?? 0),
        rate: tidy(numbers.rates[at] || 1),
        routing: 'visits',
        stops,
        arrows: [],
      };
    }),
  };
}

/** The maximum number of volumes drawn as separate queues. */
const MAX_VOLUMES = 8;

/**
 * Returns the drawing of a file pool server from the settings of its lab. The server's checkpoints add to the service
 * time, which preserves the throughput limit; waits for locks, for agents, and for checkpoints are left out.
 */
export function netOfFilePool(title: string, settings: Scenario): Net {
  const number = (name: string, otherwise = 0): number => Number(settings[name] ?? otherwise);
  const service = number('cpu_ms') + number('stretch', 1) * number('page_stall_ms') + number('checkpoint_ms');
  const volumes = Math.min(MAX_VOLUMES, number('volumes'));
  const ios = number('ios') * (1 - (number('cache_hits') / 100) * (1 - number('log_share') / 100));
  const queue = { kind: 'queue', servers: 1, order: 'fifo' } as const;
  const disks: Station[] =
    volumes > 0
      ? Array.from({ length: volumes }, (_, at) => ({
          ...queue,
          id: `s${at + 2}`,
          title: `Volume ${at + 1}`,
          at: [1, volumes === 1 ? 0.5 : at / (volumes - 1)],
        }))
      : [{ id: 's2', title: 'Block I/O', kind: 'delay', servers: 1, order: 'fifo', at: [1, 0.5] }];
  const stops = disks.map(({ id }) => [
    id,
    { service: tidy(number('io_ms')), visits: tidy(ios / disks.length), variation: 1 },
  ]);
  return {
    title: cut(`${title}: server and disks`),
    outside: [0, 0.5],
    stations: [{ ...queue, id: 's1', title: 'Server thread', at: [0.5, 0.5] }, ...disks],
    classes: [
      {
        id: 'c1',
        title: 'Users',
        kind: 'closed',
        population: number('users', 1),
        think: tidy(1000 * number('think_s')),
        rate: 1,
        routing: 'visits',
        stops: {
          s1: { service: tidy(service), visits: 1, variation: 1 },
          ...(Object.fromEntries(stops) as Record<string, Stop>),
        },
        arrows: [],
      },
    ],
  };
}

/** The note on the parts that the drawing of a file pool server leaves out. */
export const filePoolNote =
  'From the lab of the file pool server: processor time, page faults, and checkpoints are the service time of one thread. Waits for locks, for agents, and for checkpoints are left out, so the response time differs from the lab’s.';

/** Returns the settings of a file pool server that an untrusted value contains; undefined for any other value. */
export function filePoolIn(value: unknown): { title: string; filePool: Scenario } | undefined {
  const { title, filePool } = (value ?? {}) as { title?: unknown; filePool?: unknown };
  if (typeof filePool !== 'object' || filePool === null || typeof title !== 'string') return undefined;
  return { title, filePool: filePool as Scenario };
}

/**
 * Returns the lab's network that an untrusted value contains; undefined if it contains none.
 *
 * @throws {NetError} If the network is malformed.
 */
export function labNetworkIn(value: unknown): LabNetwork | undefined {
  const { title, network, settings } = (value ?? {}) as Partial<LabNetwork>;
  if (typeof network !== 'object' || network === null) return undefined;
  if (typeof title !== 'string' || title === '' || network.model !== 'network' || typeof settings !== 'object')
    throw new NetError('This link contains no network.');
  return { title, network, settings };
}
