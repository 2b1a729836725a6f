// The numbers of a widget's table or chart, for programs.
import type { Client } from '../engine/client';
import { roleOf } from '../lab/cells';
import type { Chart, Scenario, Table } from '../lab/types';
import { measured, outputsOf, placesOf, scenarioAt, seriesOf, valuesOf } from '../player/chart';
import type { Session } from '../player/session.svelte';

type Cell = string | number | null;

export interface Data {
  columns: string[];
  rows: Cell[][];
}

const number = (value: number | null | undefined): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** A table cell by cell: what is published, what the model says, and how far it is off. */
export async function tableData(engine: Client, table: Table): Promise<Data> {
  const { model, error } = await engine.reproduce(table.id);
  const rows = table.rows.flatMap((row, r) =>
    table.fields.map((field, c): Cell[] => {
      const at = r * table.fields.length + c;
      const cell = table.cells[r]?.[c];
      // A bound is published as words.
      const published = typeof cell === 'string' ? cell : number(cell);
      return [row, field.name, field.unit, published, number(model[at]), number(error[at]), roleOf(table, r, c)];
    }),
  );
  return { columns: ['row', 'column', 'unit', 'published', 'model', 'error', 'role'], rows };
}

/** A chart at the reader's settings, place by place: what the model says and what is published. */
export async function chartData(session: Session, chart: Chart): Promise<Data> {
  const { lab, engine, settings } = session;
  const series = seriesOf(lab, chart, settings);
  const published = measured(lab, chart, series);
  const { values = [] } = chart;
  const places = placesOf(lab, chart, [Math.min(...values), Math.max(...values)]);
  const scenarios = places.flatMap((x): Scenario[] => series.map(({ scenario }) => scenarioAt(chart, scenario, x)));
  const outputs = await engine.evaluate(scenarios, outputsOf(chart));
  const each = outputs.length / (places.length || 1);
  const rows = places.flatMap((x, p) => {
    const model = valuesOf(chart, outputs.subarray(p * each, (p + 1) * each));
    return series.map(({ title }, s): Cell[] => {
      const point = published[s]?.find((one) => one.x === x);
      return [title, chart.x === undefined ? null : x, number(model[s]), number(point?.y)];
    });
  });
  // What is published between the places that are computed.
  const between = published.flatMap((points, s) =>
    points.flatMap(({ x, y }): Cell[][] => (places.includes(x) ? [] : [[series[s]?.title ?? '', x, null, y]])),
  );
  return { columns: ['series', chart.x ?? 'x', 'model', 'published'], rows: [...rows, ...between] };
}

/** As comma-separated values. */
export function csv({ columns, rows }: Data): string {
  const quote = (cell: Cell): string =>
    typeof cell === 'string' ? `"${cell.replaceAll('"', '""')}"` : `${cell ?? ''}`;
  return [columns, ...rows].map((row) => `${row.map(quote).join()}\n`).join('');
}
