// A table or a chart as text, for pages that cannot contain a script.
import { halfBeside, modelled } from '../../charts/digits';
import { plusMinus, short, signed } from '../../charts/format';
import type { Datum } from '../../charts/plot';
import { cellText, rowTitle, unitOf } from '../../lab/cells';
import type { TableRun } from '../lab-run.svelte';
import { planOf, shown, type PlanInput } from './plan';

export interface PlainTable {
  columns: string[];
  rows: string[][];
}

/** Returns a table with the model's values and errors next to the published values. */
export function plainTable({ table, result }: Pick<TableRun, 'table' | 'result'>): PlainTable {
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

/** Returns everything that a chart draws, as a table. */
export function plainChart(chart: PlanInput): PlainTable {
  const number = (value: number): string => (Number.isFinite(value) ? short(value) : '');
  const text = (value: Datum): string => {
    if (typeof value === 'string') return value;
    return typeof value === 'number' ? number(value) : number(value.value) + plusMinus(value.half);
  };
  const { columns, rows } = shown(planOf(chart), chart.sides);
  return { columns, rows: rows.map((row) => row.map(text)) };
}
