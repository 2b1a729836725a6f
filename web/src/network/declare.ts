// A drawn network as the declaration that the engine solves, and its solution.
import type { Scenario } from '../lab/types';
import { stationsOf, visitsOf, type Net, type NetClass, type Station } from './net';
import type { DeclaredNetwork } from './protocol';

/** Formats a number with all its digits, for an expression that the engine evaluates. */
export const numeral = (value: number): string => String(value);

/** The seed of a simulation, and the relative half-width that it must reach. */
export interface SimulationOptions {
  seed: number;
  /** In percent. */
  precision: number;
}

/** Returns the stations that at least one class visits: the engine refuses all others. */
export function visitedStations(net: Net): Station[] {
  const visits = net.classes.map((one) => visitsOf(net, one));
  return net.stations.filter(({ id }) => visits.some((ofClass) => (ofClass[id] ?? 0) > 0));
}

/** Returns whether a network has balanced job bounds: one closed class, single servers, and a product form. */
export function hasBalancedBounds(net: Net): boolean {
  const [only, ...others] = net.classes;
  if (only?.kind !== 'closed' || others.length > 0) return false;
  return visitedStations(net).every(
    ({ id, kind, servers, order }) =>
      kind === 'delay' || (servers === 1 && (order === 'ps' || (only.stops[id]?.variation ?? 1) === 1)),
  );
}

/**
 * Returns the declaration of a network. The settings are `method` and one load for each class: `load_c1` is the
 * population or the rate of class `c1`.
 *
 * @throws {NetError} If the routes of a class are wrong.
 */
export function declare(net: Net): DeclaredNetwork {
  const stations = visitedStations(net);
  const isClosed = net.classes.every(({ kind }) => kind === 'closed');
  const outputs: { name: string; is: string; unit: string }[] = [];
  const output = (name: string, is: string, unit = '1'): void => void outputs.push({ name, is, unit });
  for (const { id, kind } of net.classes) {
    output(`x_${id}`, `throughput(${id})`, '1/s');
    output(`xh_${id}`, `throughput_half_width(${id})`, '1/s');
    output(`r_${id}`, `response(${id})`, 's');
    output(`rh_${id}`, `response_half_width(${id})`, 's');
    if (kind === 'closed' && isClosed) {
      output(`knee_${id}`, `saturation(${id})`);
      output(`xmin_${id}`, `min_throughput(${id})`, '1/s');
      output(`xmax_${id}`, `max_throughput(${id})`, '1/s');
      output(`rmin_${id}`, `min_response(${id})`, 's');
      output(`rmax_${id}`, `max_response(${id})`, 's');
    }
    if (hasBalancedBounds(net)) {
      output(`bxmin_${id}`, `min_balanced_throughput(${id})`, '1/s');
      output(`bxmax_${id}`, `max_balanced_throughput(${id})`, '1/s');
      output(`brmin_${id}`, `min_balanced_response(${id})`, 's');
      output(`brmax_${id}`, `max_balanced_response(${id})`, 's');
    }
  }
  for (const { id, kind } of stations) {
    output(`q_${id}`, `queue_length(${id})`);
    output(`qh_${id}`, `queue_length_half_width(${id})`);
    if (kind === 'queue') {
      output(`u_${id}`, `utilization(${id})`);
      output(`uh_${id}`, `utilization_half_width(${id})`);
    }
  }
  const demands = net.classes.flatMap((one) => {
    const visits = visitsOf(net, one);
    return stationsOf(net, one)
      .filter(({ id }) => (visits[id] ?? 0) > 0)
      .map(({ id }) => ({
        class: one.id,
        station: id,
        service: `${numeral(one.stops[id]?.service ?? 0)} ms`,
        visits: numeral(visits[id] ?? 0),
        variation: numeral(one.stops[id]?.variation ?? 1),
      }));
  });
  return {
    model: 'network',
    parameters: {},
    declaration: {
      settings: [
        ...net.classes.map((one) => ({
          name: `load_${one.id}`,
          title: one.title,
          kind: 'number' as const,
          unit: one.kind === 'closed' ? '1' : '1/s',
          min: one.kind === 'closed' ? 1 : 0,
          max: one.kind === 'closed' ? 100_000 : 1e7,
          whole: one.kind === 'closed',
          default: one.kind === 'closed' ? one.population : one.rate,
        })),
        {
          name: 'method',
          title: 'Method',
          kind: 'choice' as const,
          words: ['exact', 'bounds', 'simulation'],
          default: 'exact',
        },
        { name: 'seed', title: 'Seed', kind: 'number' as const, min: 0, max: 1e9, whole: true, default: 1 },
        { name: 'precision', title: 'Precision', kind: 'number' as const, min: 0, max: 1, default: 0.05 },
      ],
      stations: stations.map(({ id, title, kind, servers, order }) =>
        kind === 'queue'
          ? { name: id, title, kind, servers: numeral(servers), discipline: order }
          : { name: id, title, kind },
      ),
      classes: net.classes.map(({ id, title, kind, think }) => ({
        name: id,
        title,
        ...(kind === 'closed'
          ? { population: `load_${id}`, think_time: `${numeral(think)} ms` }
          : { rate: `load_${id}` }),
      })),
      demands,
      solution: { method: 'method', seed: 'seed', precision: 'precision' },
      outputs: outputs.map((one) => ({ ...one, title: one.name })),
    } as unknown as NonNullable<DeclaredNetwork['declaration']>,
  };
}

/** Returns the scenario with the loads of a network; `change` replaces the load of one class. */
export function scenarioOf(net: Net, change?: { id: string; load: number }, simulation?: SimulationOptions): Scenario {
  const loads = net.classes.map((one) => {
    const load = one.kind === 'closed' ? one.population : one.rate;
    return [`load_${one.id}`, change?.id === one.id ? change.load : load] as const;
  });
  return {
    ...Object.fromEntries(loads),
    method: simulation ? 'simulation' : 'exact',
    seed: simulation?.seed ?? 1,
    precision: (simulation?.precision ?? 5) / 100,
  };
}

/** Returns the names of the outputs from which a solution is read. */
export function outputsOf(net: Net): string[] {
  return [
    ...net.classes.flatMap(({ id }) => [`x_${id}`, `xh_${id}`, `r_${id}`, `rh_${id}`]),
    ...visitedStations(net).flatMap(({ id, kind }) => [
      `q_${id}`,
      `qh_${id}`,
      ...(kind === 'queue' ? [`u_${id}`, `uh_${id}`] : []),
    ]),
  ];
}

/** A value and the half-width of its 95 % confidence interval; the half-width of an exact value is 0. */
export interface Estimate {
  value: number;
  half: number;
}

/** The measures of a network. Times are in milliseconds. */
export interface Solution {
  /** Keyed by class id. */
  classes: Record<string, { throughput: Estimate; response: Estimate }>;
  /** Keyed by station id; a delay center has no utilization. */
  stations: Record<string, { queue: Estimate; utilization: Estimate | undefined }>;
}

/** Returns the solution from the values of `outputsOf`; undefined if the network has no solution. */
export function solutionOf(net: Net, outputs: readonly string[], values: ArrayLike<number>): Solution | undefined {
  const at = new Map(outputs.map((name, i) => [name, values[i] ?? NaN]));
  const estimate = (name: string, half: string, factor = 1): Estimate => ({
    value: factor * (at.get(name) ?? NaN),
    half: factor * (at.get(half) ?? 0),
  });
  if ([...at.values()].some((value) => Number.isNaN(value))) return undefined;
  return {
    classes: Object.fromEntries(
      net.classes.map(({ id }) => [
        id,
        { throughput: estimate(`x_${id}`, `xh_${id}`), response: estimate(`r_${id}`, `rh_${id}`, 1000) },
      ]),
    ),
    stations: Object.fromEntries(
      visitedStations(net).map(({ id, kind }) => [
        id,
        {
          queue: estimate(`q_${id}`, `qh_${id}`),
          utilization: kind === 'queue' ? estimate(`u_${id}`, `uh_${id}`) : undefined,
        },
      ]),
    ),
  };
}

/**
 * Returns the demand of a class per server at each queueing center, in milliseconds, by station id; the largest value
 * is D_max.
 */
export function demandsPerServer(net: Net, one: NetClass): Record<string, number> {
  const visits = visitsOf(net, one);
  const queues = stationsOf(net, one).filter(({ kind }) => kind === 'queue');
  return Object.fromEntries(
    queues.map(({ id, servers }) => [id, ((visits[id] ?? 0) * (one.stops[id]?.service ?? 0)) / servers]),
  );
}

/** Returns the rate per second of an open class at which a station saturates, given the other open classes. */
export function saturationRate(net: Net, one: NetClass): number {
  const own = demandsPerServer(net, one);
  const others = net.classes.filter(({ id, kind }) => id !== one.id && kind === 'open');
  const rates = Object.entries(own).map(([id, demand]) => {
    const busy = others.reduce((sum, other) => sum + (other.rate * (demandsPerServer(net, other)[id] ?? 0)) / 1000, 0);
    return demand > 0 ? (1000 * Math.max(0, 1 - busy)) / demand : Infinity;
  });
  return Math.min(Infinity, ...rates);
}

/**
 * Returns the saturation point N* of a closed class alone: think time plus demands, divided by the largest demand per
 * server.
 */
export function saturationPoint(net: Net, one: NetClass): number {
  const visits = visitsOf(net, one);
  const total = Object.entries(visits).reduce(
    (sum, [id, number]) => sum + number * (one.stops[id]?.service ?? 0),
    one.think,
  );
  const max = Math.max(0, ...Object.values(demandsPerServer(net, one)));
  return max > 0 ? total / max : Infinity;
}

const MAX_POINTS = 48;

/**
 * Returns the loads for the curves of a class: up to well beyond saturation, or up to just before it if the class is
 * open.
 */
export function loadsOf(nets: readonly Net[], id: string): number[] {
  const found = nets.flatMap((net) => net.classes.filter((one) => one.id === id).map((one) => [net, one] as const));
  if (found.some(([, { kind }]) => kind === 'open')) {
    const limit = Math.max(
      ...found.map(([net, one]) => (one.kind === 'open' ? Math.min(saturationRate(net, one), 1e6) : 0)),
    );
    const end = Number.isFinite(limit) && limit > 0 ? limit : Math.max(...found.map(([, { rate }]) => 2 * rate), 1);
    // Queues grow quickly near the end, so the loads are closer together there.
    return Array.from({ length: MAX_POINTS }, (_, at) => end * (1 - (1 - (at + 1) / (MAX_POINTS + 1)) ** 1.5));
  }
  const ends = found.map(([net, one]) => {
    const knee = saturationPoint(net, one);
    return Math.max(10, Math.min(2.5 * knee, 5 * one.population, 1000), 1.25 * one.population);
  });
  const end = Math.ceil(Math.max(10, ...ends));
  const step = Math.max(1, Math.ceil(end / MAX_POINTS));
  const loads = new Set([1, ...found.map(([, { population }]) => population)]);
  for (let load = step; load <= end; load += step) loads.add(load);
  return [...loads].sort((a, b) => a - b);
}

/** Returns the busiest queueing center of a solution, with its utilization. */
export function busiest(net: Net, solution: Solution): { station: Station; utilization: number } | undefined {
  return visitedStations(net)
    .flatMap((station) => {
      const utilization = solution.stations[station.id]?.utilization?.value;
      return utilization === undefined ? [] : [{ station, utilization }];
    })
    .sort((a, b) => b.utilization - a.utilization)[0];
}
