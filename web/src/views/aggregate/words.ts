import { count, short } from '../../charts/format';
import type { Plan, Row } from '../../engine/live/aggregate';

/** Seconds as a reader plans with them. */
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

/** An estimate has a sign before it. */
export const about = (text: string, estimated: boolean): string => (estimated ? `≈ ${text}` : text);

/** The plan in a sentence. */
export function verdict({ form, totals, file_systems, operations }: Plan): string {
  if (form === 'operations') return `${count(operations.length)} kinds of operations were counted.`;
  if (form === 'file_systems') return `${count(file_systems.length)} file systems are mounted.`;
  const { directories, considerable, some } = totals;
  const of = `Of ${count(directories)} ${directories === 1 ? 'directory' : 'directories'}`;
  if (considerable + some === 0) return `${of}, none is large enough to gain by conversion.`;
  return `${of}, ${count(considerable)} would gain considerably and ${count(some)} somewhat.`;
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const cells = (row: readonly string[], name: 'th' | 'td'): string =>
    `<tr>${row.map((cell) => `<${name}>${escaped(cell)}</${name}>`).join('')}</tr>`;
  return `<table><thead>${cells(head, 'th')}</thead><tbody>${rows.map((row) => cells(row, 'td')).join('')}</tbody></table>`;
};

/** The columns of the ranked table, with a cell for each row. */
export const columns = (plan: Plan): { title: string; number: boolean; cell: (row: Row) => string }[] => [
  { title: 'Directory', number: false, cell: ({ path }) => path },
  { title: 'Gain', number: false, cell: ({ benefit }) => benefits[benefit] },
  { title: 'Names', number: true, cell: (row) => about(count(row.entries), row.entries_estimated) },
  { title: 'Size', number: true, cell: (row) => about(kilobytes(row.kilobytes), row.kilobytes_estimated) },
  {
    title: 'Operations',
    number: true,
    cell: ({ operations }) => (operations === undefined ? '' : count(operations)),
  },
  {
    title: 'Lookups/s',
    number: true,
    cell: (row) => `${short(row.lookups_before)} → ${short(row.lookups_after)}`,
  },
  { title: 'Directory reads/s', number: true, cell: (row) => `${short(row.reads_before)} → ${short(row.reads_after)}` },
  ...plan.rates.map(({ title }, at) => ({
    title: `Conversion, ${title}`,
    number: true,
    cell: ({ seconds }: Row) => duration(seconds[at] ?? NaN),
  })),
  { title: 'Room needed', number: true, cell: ({ free_kilobytes }) => kilobytes(free_kilobytes) },
];

/** The plan as a page by itself, to be printed or kept. */
export function pageOf(plan: Plan, of: string): string {
  const shown = columns(plan);
  const strategy = plan.strategy
    .map(({ title, advice }) => `<li><strong>${escaped(title)}</strong> ${escaped(advice)}</li>`)
    .join('');
  const directories = table(
    shown.map(({ title }) => title),
    plan.directories.map((row) => shown.map(({ cell }) => cell(row))),
  );
  const left = plan.totals.directories - plan.directories.length;
  const more = left > 0 ? `<p>${count(left)} more directories are in the CSV.</p>` : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Plan of a conversion to v5</title><style>
body{font:15px/1.5 sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;font-size:12px}
th,td{border-top:1px solid #bbb;padding:3px 8px 3px 0;text-align:left;vertical-align:top}td:first-child{overflow-wrap:anywhere}
</style></head><body><h1>Plan of a conversion to v5</h1><p>Of ${escaped(of)}. ${escaped(verdict(plan))}</p>
<h2>In this order</h2><ol>${strategy}</ol><h2>Directories</h2>${directories}${more}
<p>Rates of lookups and directory reads are what a model of measured machines comes to, and no measurement of yours.</p></body></html>
`;
}
