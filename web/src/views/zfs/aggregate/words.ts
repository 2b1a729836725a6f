import { count, share, short } from '../../../charts/format';
import type { Plan, Row } from '../../../engine/live/aggregate';

/** Formats seconds in the unit that suits a plan. */
export function duration(seconds: number): string {
  if (!Number.isFinite(seconds)) return '–';
  if (seconds < 120) return `${short(seconds)} s`;
  if (seconds < 7200) return `${short(seconds / 60)} min`;
  return `${short(seconds / 3600)} h`;
}

export const kilobytes = (kb: number): string =>
  kb < 100_000 ? `${count(kb)} KB` : kb < 1e8 ? `${short(kb / 1024)} MB` : `${short(kb / 1024 / 1024)} GB`;

export const benefits: Readonly<Record<Row['benefit'], string>> = {
  little: 'little',
  some: 'some',
  considerable: 'considerable',
};

/** Marks an estimate with a sign. */
export const markEstimate = (text: string, estimated: boolean): string => (estimated ? `≈ ${text}` : text);

/** Summarizes a plan in a sentence. */
export function summarize({ form, totals, file_systems, operations }: Plan): string {
  if (form === 'operations') return `${count(operations.length)} kinds of operations were counted.`;
  if (form === 'file_systems') return `${count(file_systems.length)} file systems are mounted.`;
  const { directories, considerable, some } = totals;
  const of = `Of ${count(directories)} ${directories === 1 ? 'directory' : 'directories'}`;
  if (considerable + some === 0) return `${of}, none is large enough to gain by conversion.`;
  return `${of}, ${count(considerable)} would gain considerably and ${count(some)} somewhat.`;
}

/** The sources and limits of a plan's figures. */
export const basis = ({ measured_entries: [min, max] }: Plan): string =>
  `Rates of lookups are a model's predictions, not measurements of your system. Measurements were published for directories of ${count(min)} to ${count(max)} names; ≈ marks rates outside that range and estimated sizes. Seconds saved are those of the listed operations, if all are lookups. No measurement of reads of a whole directory was published, so none is predicted.`;

const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

interface Column<T> {
  title: string;
  number: boolean;
  cell: (row: T) => string;
}

/** A table of a plan, as texts: each row has one cell per column. */
export interface ReportTable {
  title: string;
  label: string;
  columns: readonly { title: string; number: boolean }[];
  /** `kind` is the class of the row. */
  rows: readonly { kind: string; cells: readonly string[] }[];
}

const reportTable = <T>(
  title: string,
  label: string,
  columns: readonly Column<T>[],
  rows: readonly T[],
  kind: (row: T) => string = () => '',
): ReportTable[] =>
  rows.length === 0
    ? []
    : [
        {
          title,
          label,
          columns,
          rows: rows.map((row) => ({ kind: kind(row), cells: columns.map(({ cell }) => cell(row)) })),
        },
      ];

const text = <T>(title: string, cell: Column<T>['cell']): Column<T> => ({ title, number: false, cell });
const number = <T>(title: string, cell: Column<T>['cell']): Column<T> => ({ title, number: true, cell });

/** Returns the tables of a plan that have rows. */
export const reportTables = (plan: Plan): ReportTable[] => [
  ...reportTable<Row>(
    'Directories',
    `Directories. ${plan.order}`,
    [
      text('Directory', ({ path }) => path),
      number('Seconds saved', ({ seconds_saved }) => (seconds_saved === undefined ? '–' : `${short(seconds_saved)} s`)),
      text('Gain', ({ benefit }) => benefits[benefit]),
      number('Names', (row) => markEstimate(count(row.entries), row.entries_estimated)),
      number('Size', (row) => markEstimate(kilobytes(row.kilobytes), row.kilobytes_estimated)),
      number('Operations', ({ operations }) => (operations === undefined ? '' : count(operations))),
      number('Lookups/s', (row) =>
        markEstimate(`${short(row.lookups_before)} → ${short(row.lookups_after)}`, row.lookups_extrapolated),
      ),
      ...plan.rates.map(({ title }, at) =>
        number<Row>(`Conversion, ${title}`, ({ seconds }) => duration(seconds[at] ?? NaN)),
      ),
      number('Room needed', ({ free_kilobytes }) => kilobytes(free_kilobytes)),
    ],
    plan.directories,
    ({ benefit }) => benefit,
  ),
  ...reportTable<Plan['file_systems'][number]>(
    'File systems',
    'File systems, those with the most objects first',
    [
      text('File system', ({ name }) => name),
      text('Mounted on', ({ mounted_on }) => mounted_on),
      number('Free', ({ free_kilobytes }) => kilobytes(free_kilobytes)),
      number('Objects', ({ objects }) => (objects === undefined ? '' : count(objects))),
      ...plan.rates.map(({ title }, at) =>
        number<Plan['file_systems'][number]>(`At most, ${title}`, ({ seconds }) => duration(seconds[at] ?? NaN)),
      ),
    ],
    plan.file_systems,
  ),
  ...reportTable<Plan['operations'][number]>(
    'Operations',
    'Operations, the most frequent first',
    [
      text('Operation', ({ operation }) => operation),
      number('Count', ({ count: times }) => count(times)),
      number('Share', ({ share: fraction }) => share(fraction)),
      text('Searches or changes directories', ({ on_names }) => (on_names ? 'yes' : 'no')),
    ],
    plan.operations,
  ),
];

const tableHtml = ({ title, columns, rows }: ReportTable): string => {
  const line = (cells: readonly string[], name: 'th' | 'td'): string =>
    `<tr>${cells.map((cell) => `<${name}>${escaped(cell)}</${name}>`).join('')}</tr>`;
  const head = columns.map(({ title }) => title);
  return `<h2>${title}</h2><table><thead>${line(head, 'th')}</thead><tbody>${rows.map(({ cells }) => line(cells, 'td')).join('')}</tbody></table>`;
};

/** Returns the plan as a page of HTML that can be printed and saved. */
export function printPageOf(plan: Plan, of: string): string {
  const strategy = plan.strategy
    .map(({ title, advice }) => `<li><strong>${escaped(title)}</strong> ${escaped(advice)}</li>`)
    .join('');
  const left = plan.totals.directories - plan.directories.length;
  const more = left > 0 ? `<p>${count(left)} more directories are in the CSV.</p>` : '';
  const rates = plan.directories.length > 0 ? `<p>${escaped(basis(plan))}</p>` : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Plan of a conversion to v5</title><style>
body{font:15px/1.5 sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;font-size:12px}
th,td{border-top:1px solid #bbb;padding:3px 8px 3px 0;text-align:left;vertical-align:top}td:first-child{overflow-wrap:anywhere}
</style></head><body><h1>Plan of a conversion to v5</h1><p>Of ${escaped(of)}. ${escaped(`${plan.reading} ${summarize(plan)} ${plan.order}`)}</p>
<h2>In this order</h2><ol>${strategy}</ol>${reportTables(plan).map(tableHtml).join('')}${more}
${rates}</body></html>
`;
}
