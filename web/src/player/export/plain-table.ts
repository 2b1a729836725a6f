// A table or a chart as text, for a page with HTML only.
import { halfBeside, modelled } from '../../charts/digits';
import { plusMinus, short, signed } from '../../charts/format';
import type { Datum } from '../../charts/plot';
import { cellText, rowTitle, unitOf } from '../../lab/cells';
import { isChart, type ExportSubject, type TableSubject } from './subject';
import { planOf, shown } from './plan';

interface Plain {
  columns: string[];
  rows: string[][];
}

function ofTable({ run: { table, result } }: TableSubject): Plain {
  const cell = (row: number, column: number): string => {
    const at = row * table.fields.length + column;
    const text = cellText(table, row, column);
    const half = result?.half_width[at];
    const value = modelled(result?.model[at] ?? NaN, text, half);
    const model = value + halfBeside(half, value);
    const error = result?.error[at] ?? NaN;
    return [text || '—', ...(model ? [`model ${model}${Number.isNaN(error) ? '' : ` (${signed(error)})`}`] : [])].join(
      ', ',
    );
  };
  const heading = (field: (typeof table.fields)[number]): string => {
    const group = field.group === field.title ? '' : `${field.group}: `;
    return `${group}${field.title}${unitOf(field) ? ` (${unitOf(field)})` : ''}`;
  };
  return {
    columns: [table.row.title, ...table.fields.map(heading)],
    rows: table.rows.map((key, row) => [rowTitle(table, key), ...table.fields.map((_, column) => cell(row, column))]),
  };
}

export function plainTableOf(subject: ExportSubject): Plain {
  if (!isChart(subject)) return ofTable(subject);
  const number = (value: number): string => (Number.isFinite(value) ? short(value) : '');
  const text = (value: Datum): string => {
    if (typeof value === 'string') return value;
    return typeof value === 'number' ? number(value) : number(value.value) + plusMinus(value.half);
  };
  const { columns, rows } = shown(planOf(subject), subject.sides);
  return { columns, rows: rows.map((row) => row.map(text)) };
}
