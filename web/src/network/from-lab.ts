// The network of a lab, in the scenario that a reader has set, as a drawing.
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
 * Returns a lab's network with outputs for its numbers, and the names of these outputs. A rate is the throughput of its
 * class, because units such as `requests/s` and `orders/s` differ from lab to lab.
 */
export function numbersOutputs(network: DeclaredNetwork): [outputs: string[], extended: DeclaredNetwork] {
  const declaration = network.declaration ?? {};
  const { classes = [], demands = [], outputs = [], solution: _, ...rest } = declaration;
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
  const extended = { ...rest, classes, demands, outputs: [...outputs, ...added] } as unknown as Declaration;
  return [added.map(({ name }) => name), { ...network, declaration: extended }];
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

/** Rounds away the error of a conversion between units. */
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
    stations: stations.map(
      (station, at): Station => ({
        id: `s${at + 1}`,
        title: cut(station.title),
        kind: station.kind,
        servers: Math.max(1, numbers.servers[at] ?? 1),
        order: station.discipline ?? 'fifo',
        at: positions[at] ?? [0.5, 0.5],
      }),
    ),
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

/** Returns the lab's network that an untrusted value contains; undefined for any other value. */
export function labNetworkIn(value: unknown): LabNetwork | undefined {
  const { title, network, settings } = (value ?? {}) as Partial<LabNetwork>;
  if (typeof network !== 'object' || network === null) return undefined;
  if (typeof title !== 'string' || title === '' || network.model !== 'network' || typeof settings !== 'object')
    throw new NetError('This link contains no network.');
  return { title, network, settings };
}
