// The report of a measurement tool as a network, with demands computed by the utilization law.
import { limits, NetError, placed, type Net, type Station, type Stop } from './net';
import type { Explanation, ReportRow } from './protocol';

/** A device in a report, with its demand. */
export interface Device {
  title: string;
  /** Requests per second. */
  rate: number;
  /** Share of the time for which the device is busy, from 0 to 1. */
  utilization: number;
  /** Service time of a request in milliseconds: utilization over throughput. */
  service: number;
  /** Measured mean response time in milliseconds. */
  response: number | undefined;
}

/** A device that is busy for less than this share of the time is left out. */
const IDLE = 1e-4;

/** Returns one row for each device: the mean of its reports, or its only report. */
export function deviceRows({ rows }: Explanation): ReportRow[] {
  const bySubject = new Map<string, ReportRow>();
  for (const row of rows)
    if (!bySubject.has(row.subject) || row.what.startsWith('mean')) bySubject.set(row.subject, row);
  return [...bySubject.values()];
}

/**
 * Returns the devices that a report shows in use, busiest first.
 *
 * @throws {NetError} If the report contains no utilization.
 */
export function devicesOf(explanation: Explanation): Device[] {
  const rows = deviceRows(explanation);
  if (!rows.some(({ utilization_percent: busy }) => busy !== null))
    throw new NetError(
      'The report has no utilization, so it has no service demands: give the output of iostat -o JSON -x or of sadf -j with -- -d, or a CSV file with a column for the utilization.',
    );
  const devices = rows.flatMap((row): Device[] => {
    const utilization = Math.min((row.utilization_percent ?? 0) / 100, 1);
    if (!(row.rate_per_s > 0) || utilization < IDLE) return [];
    const service = (1000 * utilization) / row.rate_per_s;
    return [{ title: row.subject, rate: row.rate_per_s, utilization, service, response: row.response_ms ?? undefined }];
  });
  if (devices.length === 0) throw new NetError('No device in the report was busy: give a report from a busy time.');
  return devices.sort((a, b) => b.utilization - a.utilization);
}

/**
 * Returns the open network of devices. `transactions` is the number of user requests per second, each of which makes
 * several device requests. Without `transactions`, every device request counts as a user request.
 */
export function netOfReport(devices: readonly Device[], title: string, transactions?: number): Net {
  const kept = devices.slice(0, limits.stations);
  const total = kept.reduce((sum, { rate }) => sum + rate, 0);
  const rate = transactions ?? total;
  const tidy = (value: number): number => Number(value.toPrecision(15));
  const positions = placed(kept.length);
  return {
    title: title.slice(0, limits.title),
    outside: [0, 0.5],
    stations: kept.map((device, at): Station => ({
      id: `s${at + 1}`,
      title: device.title.slice(0, limits.title) || `Device ${at + 1}`,
      kind: 'queue',
      servers: 1,
      order: 'fifo',
      at: positions[at] ?? [0.5, 0.5],
    })),
    classes: [
      {
        id: 'c1',
        title: 'Requests',
        kind: 'open',
        population: 10,
        think: 0,
        rate: tidy(rate),
        routing: 'visits',
        stops: Object.fromEntries(
          kept.map(({ rate: own, service }, at): [string, Stop] => [
            `s${at + 1}`,
            { service: tidy(service), visits: tidy(own / rate), variation: 1 },
          ]),
        ),
        arrows: [],
      },
    ],
  };
}

/** The separators of CSV files. */
export const separators = { ',': 'comma', ';': 'semicolon', tab: 'tab' } as const;
export type Separator = keyof typeof separators;

/** Returns the separator and the cells of the first line of a CSV file; undefined if the line has only one cell. */
export function headerOf(text: string): { separator: Separator; columns: string[] } | undefined {
  const line = text.replace(/^\ufeff/, '').split(/\r?\n/, 1)[0] ?? '';
  if (/^\s*[[{]/.test(line)) return undefined;
  const found = ([',', ';', 'tab'] as const)
    .map((separator) => ({
      separator,
      columns: line.split(separator === 'tab' ? '\t' : separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')),
    }))
    .sort((a, b) => b.columns.length - a.columns.length)[0];
  return found && found.columns.length > 2 ? found : undefined;
}

/** The units that a reader can choose for a column. */
export const units = {
  rate: ['requests/s', 'requests/min', 'requests/h'],
  response: ['ms', 'us', 's'],
  utilization: ['%', '1'],
} as const;

/** The columns that a reader has chosen in a CSV file: names and units. */
export interface Columns {
  subject: string;
  rate: string;
  rateUnit: string;
  response: string;
  responseUnit: string;
  utilization: string;
  utilizationUnit: string;
}

/** Returns the mapping of the columns, as `pathlength explain --mapping` reads it. */
export const mappingOf = (separator: Separator, columns: Columns): object => ({
  subject: columns.subject,
  separator,
  all: {
    rate: { column: columns.rate, unit: columns.rateUnit },
    response_time: { column: columns.response, unit: columns.responseUnit },
  },
  utilization: { column: columns.utilization, unit: columns.utilizationUnit },
});

/** Returns the column whose name matches the pattern; otherwise, the column at a position. */
export const guess = (columns: readonly string[], pattern: RegExp, at: number): string =>
  columns.find((name) => pattern.test(name)) ?? columns[Math.min(at, columns.length - 1)] ?? '';
