// Published bounds at their positions in a chart.
import { nowhere, type PublishedBound } from '../charts/data';
import { readBound, boundText } from '../lab/bounds';
import { agrees, baseOf, cellScenario, rowTitle } from '../lab/cells';
import type { Chart, Lab } from '../lab/types';
import { unitName } from '../lab/units';
import type { ChartSeries } from './chart';

/** A bound at its position in a chart: in one series, at one x. */
export interface Limit extends PublishedBound {
  /** The bound in words, with its row. */
  text: string;
}

/** Returns the published bounds on a chart's values. A bound on a ratio has no position in the chart. */
export function limitsOf(lab: Lab, chart: Chart, series: readonly ChartSeries[]): Limit[] {
  if (chart.relative || chart.per !== undefined) return [];
  const cells = lab.tables.flatMap((table) =>
    table.fields.flatMap((field, column) =>
      field.output !== chart.y
        ? []
        : table.rows.flatMap((key, row) => {
            const printed = table.cells[row]?.[column];
            const bound = typeof printed === 'string' && !baseOf(table, row, column) ? readBound(printed) : undefined;
            if (!bound) return [];
            const text = `${rowTitle(table, key)}: ${boundText(bound)} ${unitName(field.unit)}`;
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
