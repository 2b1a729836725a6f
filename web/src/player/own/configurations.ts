// A reader's measured configurations, from IOzone output or from a table.
import { tag } from '../../language';
import { median } from '../summary';
import { listFirst, numberOf, sameName, type Problem, type Sheet } from '../own-data';
import type { IozoneReading } from '../../engine';
import { throughputUnit, type OwnConfiguration, type OwnValue } from './marks';
import type { Phase } from './phases';

/** The maximum number of configurations. */
export const maxConfigurations = 40;

/** A configuration that has no number yet. */
export type NewConfiguration = Omit<OwnConfiguration, 'number'>;

const number = new Intl.NumberFormat(tag, { maximumFractionDigits: 2 });
const size = (kb: number): string =>
  kb >= 1024 && kb % 1024 === 0 ? `${number.format(kb / 1024)} MB` : `${number.format(kb)} KB`;
const keyOf = ({ file_kb, record_kb, processes }: IozoneReading): string => [file_kb, record_kb, processes].join();
const titleOf = ({ file_kb, record_kb, processes }: IozoneReading): string =>
  [
    file_kb === undefined ? 'file size unknown' : `file size ${size(file_kb)}`,
    record_kb === undefined ? '' : `record size ${size(record_kb)}`,
    processes === undefined || processes === 1 ? '' : `${processes} processes`,
  ]
    .filter(Boolean)
    .join(', ');

/** Returns the series whose title is among the words of a name. */
export const seriesIn = (name: string, titles: readonly string[]): string =>
  titles.find((title) => sameName(title, name)) ??
  titles.find((title) => name.split(/[^\p{L}\p{N}]+/u).some((word) => sameName(word, title))) ??
  '';

/** Converts one IOzone output to one configuration; repeated measurements become their median. */
export function configurationFromReadings(
  readings: readonly IozoneReading[],
  name: string,
  output: string,
  titles: readonly string[],
): NewConfiguration {
  const places = new Map(readings.map((reading) => [keyOf(reading), reading]));
  // The largest file is selected, because the smallest share of it is in memory.
  const [first] = [...places.values()].sort((a, b) => (b.file_kb ?? 0) - (a.file_kb ?? 0));
  const values = [...places.keys()].flatMap((place) =>
    [...new Set(readings.map(({ phase }) => phase))].flatMap((phase): OwnValue[] => {
      const runs = readings.filter((reading) => reading.phase === phase && keyOf(reading) === place);
      return runs.length > 0 ? [{ output, phase, place, value: median(runs.map(({ kb_per_s }) => kb_per_s)) }] : [];
    }),
  );
  return {
    name,
    series: seriesIn(name, titles),
    values,
    places: [...places].map(([key, reading]) => ({ key, title: titleOf(reading) })),
    place: first ? keyOf(first) : '',
  };
}

/** Returns the phase that a word names, in common usage or in IOzone's; undefined for any other word. */
export function phaseOf(text: string): Phase | undefined {
  const bare = text.toLowerCase().replace(/[^a-z]/g, '');
  const [, again, kind] = /^(?:initial)?(re)?(write|read)(?:r|rs|er|ers)?$/.exec(bare) ?? [];
  return kind ? (`${again ?? ''}${kind}` as Phase) : undefined;
}

/** The content of a column of numbers. */
interface ValueColumn {
  at: number;
  output: string;
  phase: Phase | undefined;
}

/** Reads configurations from a reader's table. `outputs` begins with the displayed output. */
export function configurationsOf(
  sheet: Sheet,
  outputs: readonly { name: string; title: string; unit: string }[],
  titles: readonly string[],
): { configurations: NewConfiguration[]; said: string } | Problem {
  const { columns, rows, decimalComma } = sheet;
  const [shown] = outputs;
  const value = (row: string[], at: number): number => numberOf(row[at] ?? '', decimalComma);
  const named = (...names: string[]): number =>
    columns.findIndex((column) => names.some((name) => sameName(name, column)));
  const isText = (_: string, at: number): boolean => rows.every((row) => !Number.isFinite(value(row, at)));
  const phaseAt = named('phase', 'test');
  const said = named('configuration', 'config', 'name', 'path');
  const nameAt = said >= 0 ? said : columns.findIndex((column, at) => at !== phaseAt && isText(column, at));
  if (nameAt < 0 || !shown) return { problem: 'No column has configuration names. Name one “configuration”.' };

  const throughput = outputs.find(({ unit }) => unit === throughputUnit);
  const known = columns.flatMap((column, at): ValueColumn[] => {
    const output = outputs.find(({ name, title }) => sameName(name, column) || sameName(title, column));
    const phase = phaseOf(column);
    if (at === nameAt || at === phaseAt) return [];
    if (output) return [{ at, output: output.name, phase: undefined }];
    return phase && throughput ? [{ at, output: throughput.name, phase }] : [];
  });
  const other = columns.findIndex((column, at) => at !== nameAt && at !== phaseAt && !isText(column, at));
  const taken = known.length > 0 || other < 0 ? known : [{ at: other, output: shown.name, phase: undefined }];
  if (taken.length === 0) return { problem: `No column has numbers. Name one “${shown.name}”, the chart’s quantity.` };

  const found = new Map<string, OwnValue[]>();
  const bad: number[] = [];
  rows.forEach((row, index) => {
    const name = (row[nameAt] ?? '').trim().slice(0, 80);
    const phase = phaseAt < 0 ? undefined : phaseOf(row[phaseAt] ?? '');
    const values = taken.flatMap(({ at, output, phase: own }): OwnValue[] =>
      value(row, at) > 0 ? [{ output, phase: own ?? phase, place: '', value: value(row, at) }] : [],
    );
    if (name === '' || values.length === 0 || (phaseAt >= 0 && !phase)) bad.push(index + 2);
    else found.set(name, [...(found.get(name) ?? []), ...values]);
  });
  if (found.size === 0)
    return {
      problem: `No row has a name in “${columns[nameAt]}” and a number above 0${phaseAt < 0 ? '' : ', and a phase: write, rewrite, read, or reread'}. Correct line ${bad[0] ?? 2}.`,
    };
  const unused = columns.filter(
    (_, at) => at !== nameAt && at !== phaseAt && taken.every((column) => column.at !== at),
  );
  return {
    configurations: [...found].map(([name, values]) => ({
      name,
      series: seriesIn(name, titles),
      values,
      places: [],
      place: '',
    })),
    said: [
      known.length === 0 ? `“${columns[other]}” is used as ${shown.title}.` : '',
      known.length > 0 && unused.length > 0 ? `Not used: ${listFirst(unused)}.` : '',
      bad.length === 0
        ? ''
        : bad.length === 1
          ? `One line was skipped: line ${bad[0]}.`
          : `${bad.length} lines were skipped; the first is line ${bad[0]}.`,
    ]
      .filter(Boolean)
      .join(' '),
  };
}
