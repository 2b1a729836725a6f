// Published bounds at their places in a chart.
import { nowhere, type PublishedBound } from '../charts/data';
import { readBound, boundText } from '../lab/bounds';
import { agrees, baseOf, cellScenario, rowTitle } from '../lab/cells';
import type { Chart, Lab } from '../lab/types';
import type { Drawn } from './chart';

/** A bound at its place in a chart: of a series, at one of the places along x. */
export interface Limit extends PublishedBound {
  /** What it says of what. */
  text: string;
}

/** What was published of the values of a chart where no number was. Bounds of ratios have no place in it. */
export function limitsOf(lab: Lab, chart: Chart, series: readonly Drawn[]): Limit[] {
  if (chart.relative || chart.per !== undefined) return [];
  const cells = lab.tables.flatMap((table) =>
    table.fields.flatMap((field, column) =>
      field.output !== chart.y
        ? []
        : table.rows.flatMap((key, row) => {
            const printed = table.cells[row]?.[column];
            const bound = typeof printed === 'string' && !baseOf(table, row, column) ? readBound(printed) : undefined;
            if (!bound) return [];
            const text = `${rowTitle(table, key)}: ${boundText(bound)} ${field.unit}`;
            return [{ bound, text, scenario: cellScenario(table, row, field) }];
          }),
    ),
  );
  return series.flatMap(({ scenario: wanted }, s) =>
    cells.flatMap(({ bound, text, scenario }) => {
      const x = chart.x === undefined ? nowhere : scenario[chart.x];
      return typeof x === 'number' && agrees(scenario, wanted) ? [{ ...bound, series: s, x, text }] : [];
    }),
  );
}
