// The server as a row of stations, with the model's results for each.
import { codecTable } from '../../engine/live/codecs/protocol';
import type { Scenario } from '../../lab/types';

/** The stations on the data path, in order. */
export const stations = ['port', 'cpu', 'controller', 'drawer', 'drive', 'grid'] as const;
export type Station = (typeof stations)[number];

/** The requested outputs of the model, in this order. */
export const outputs: readonly string[] = [
  'rate',
  'ratio',
  ...stations.flatMap((station) => [`utilization_${station}`, `${station}_limit_rate`]),
];

export interface StationResult {
  station: Station;
  /** The lab's setting for the station, shown after the station's title. */
  detail: string;
  /** Utilization, from 0 to 1. */
  utilization: number;
  /** The host data rate at which the station saturates, in MB/s. */
  limit: number;
  /** Whether data are compressed at this station. */
  compresses: boolean;
}

export interface Pipeline {
  rate: number;
  ratio: number;
  /** The stations on the data path. */
  stops: StationResult[];
  /** The busiest station. */
  bottleneck: StationResult | undefined;
}

export const titles: Readonly<Record<Station, string>> = {
  port: 'FICON ports',
  cpu: 'Processors',
  controller: 'Cache controllers',
  drawer: 'Cache drawers',
  drive: 'Tape drives',
  grid: 'Links to the other cluster',
};

function detail(station: Station, settings: Scenario): string {
  const given = (name: string, before: string, after: string): string =>
    settings[name] === undefined ? '' : `${before}${String(settings[name])}${after}`;
  if (station === 'port') return given('link_gb', ', ', '\u00a0Gb/s');
  if (station === 'drawer' || station === 'drive') return given(`${station}s`, '\u00a0×\u00a0', '');
  return '';
}

/** Reads the model's values for `outputs`. Data are compressed in the adapters or by the processors. */
export function pipelineOf(values: ArrayLike<number>, settings: Scenario): Pipeline {
  const value = (name: string): number => values[outputs.indexOf(name)] ?? NaN;
  const codec = codecTable.find(({ name }) => name === settings['codec']);
  const compressor: Station = codec?.inAdapter ? 'port' : 'cpu';
  const stops = stations
    .map((station) => ({
      station,
      detail: detail(station, settings),
      utilization: value(`utilization_${station}`) / 100,
      limit: value(`${station}_limit_rate`),
      compresses: station === compressor,
    }))
    .filter(({ limit }) => Number.isFinite(limit) && limit > 0);
  const busiest = Math.max(...stops.map(({ utilization }) => utilization));
  return {
    rate: value('rate'),
    ratio: value('ratio'),
    stops,
    bottleneck: stops.find(({ utilization }) => utilization === busiest),
  };
}
