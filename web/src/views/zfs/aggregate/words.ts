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

/** Marks an estimate with ≈. */
export const markEstimate = (text: string, estimated: boolean): string => (estimated ? `≈ ${text}` : text);

/** Describes the totals of a plan: a sentence for the counted totals, and another for the estimated totals. */
export const totalsOf = ({ facts, estimates }: Plan): string[] => [facts, estimates].filter(Boolean);

const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

interface Column<T> {
  title: string;
  number: boolean;
  cell: (row: T) => string;
}

/** A table of a plan as text: each row has one cell per column. */
export interface ReportTable {
  title: string;
  label: string;
  columns: readonly { title: string; number: boolean }[];
  /** `kind` is the CSS class of the row. */
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

/** Returns the non-empty tables of a plan. */
export const reportTables = (plan: Plan): ReportTable[] => [
  ...reportTable<Row>(
    'Directories',
    `Directories. ${plan.order}`,
    [
      text('Directory', ({ path }) => path),
      number('Seconds saved', ({ saved_text }) => (saved_text ? `${saved_text} s` : '–')),
      text('Gain', ({ benefit }) => benefits[benefit]),
      number('Names', (row) => markEstimate(count(row.entries), row.entries_estimated)),
      number('Size', (row) => markEstimate(kilobytes(row.kilobytes), row.kilobytes_estimated)),
      number('Operations', ({ operations }) => (operations === undefined ? '' : count(operations))),
      text('Lookups/s, v4 → v5', ({ lookups_text }) => lookups_text),
      ...plan.rates.map(({ title }, at) =>
        number<Row>(`Conversion, ${title}`, ({ seconds }) => duration(seconds[at] ?? NaN)),
      ),
      number('Extra space', ({ free_kilobytes }) => kilobytes(free_kilobytes)),
    ],
    plan.directories,
    ({ benefit }) => benefit,
  ),
  ...reportTable<Plan['file_systems'][number]>(
    'File systems',
    'File systems, most objects first',
    [
      text('File system', ({ name }) => name),
      text('Mounted on', ({ mounted_on }) => mounted_on),
      number('Free', ({ free_kilobytes }) => kilobytes(free_kilobytes)),
      number('Objects', ({ objects }) => (objects === undefined ? '' : count(objects))),
      ...plan.rates.map(({ title }, at) =>
        number<Plan['file_systems'][number]>(`Maximum, ${title}`, ({ seconds }) => duration(seconds[at] ?? NaN)),
      ),
    ],
    plan.file_systems,
  ),
  ...reportTable<Plan['operations'][number]>(
    'Operations',
    'Operations, most frequent first',
    [
      text('Operation', ({ operation }) => operation),
      number('Count', ({ count: times }) => count(times)),
      number('Share', ({ share: fraction }) => share(fraction)),
      text('Searches, reads, or changes directories', ({ on_names }) => (on_names ? 'yes' : 'no')),
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

const paragraph = (sentence: string): string => `<p>${escaped(sentence)}</p>`;

/** Returns the plan as an HTML page for printing and saving. */
export function printPageOf(plan: Plan, of: string): string {
  const strategy = plan.strategy
    .map(({ title, advice }) => `<li><strong>${escaped(title)}</strong> ${escaped(advice)}</li>`)
    .join('');
  const left = plan.totals.directories - plan.directories.length;
  const more = left > 0 ? `<p>Directories that are only in the CSV: ${count(left)}.</p>` : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Plan for conversion to v5</title><style>
body{font:15px/1.5 sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;font-size:12px}
th,td{border-top:1px solid #bbb;padding:3px 8px 3px 0;text-align:left;vertical-align:top}td:first-child{overflow-wrap:anywhere}
</style></head><body><h1>Plan for conversion to v5</h1><p>Source: ${escaped(of)}. ${escaped(plan.reading)}</p>${totalsOf(plan).map(paragraph).join('')}
<h2>Conversion order</h2><ol>${strategy}</ol><p>${escaped(plan.order)}</p>${reportTables(plan).map(tableHtml).join('')}${more}
${[plan.basis].filter(Boolean).map(paragraph).join('')}</body></html>
`;
}
