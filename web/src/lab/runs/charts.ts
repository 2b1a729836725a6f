// Runs every chart of a lab with the lab's start settings, for each output that the chart offers.
import { layoutKind } from '../../charts/registry.ts';
import { agrees, cellScenario, roleOf } from '../cells.ts';
import type { WrittenLab } from '../compile/index.ts';
import { allBlocks } from '../blocks.ts';
import { scenarioAt, seriesOf } from '../series.ts';
import { top } from '../compile/problems.ts';
import type { Chart, Lab, Scenario, Table } from '../types';
import { isFitted } from './cells.ts';
import { isAlike, type RememberingModel } from './model.ts';

/** A published value shown in a chart. */
interface ShownCell {
  readonly table: Table;
  readonly row: number;
  readonly column: number;
  readonly scenario: Scenario;
}

function cellsAt(lab: Lab, output: string, wanted: Scenario): ShownCell[] {
  return lab.tables.flatMap((table) =>
    table.fields.flatMap((field, column) =>
      table.rows.flatMap((_, row) => {
        const scenario = cellScenario(table, row, field);
        const role = roleOf(table, row, column);
        const isShown = field.output === output && typeof table.cells[row]?.[column] === 'number';
        return isShown && role !== 'predicted' && role !== 'damaged' && agrees(scenario, wanted)
          ? [{ table, row, column, scenario }]
          : [];
      }),
    ),
  );
}

/**
 * Returns the x values at which a chart is computed: those of all bars, or of the ends of a line and the published
 * values between them.
 */
function xsOf(lab: Lab, chart: Chart, output: string, scenario: Scenario): number[] {
  const { x, values = [] } = chart;
  if (x === undefined) return [NaN];
  if (layoutKind(chart.mark) === 'rows') return [...values];
  const [from = NaN, to = NaN] = [values[0], values.at(-1)];
  const published = cellsAt(lab, output, scenario)
    .map((cell) => Number(cell.scenario[x]))
    .filter((at) => at >= from && at <= to);
  return [...new Set([from, ...published, to])];
}

const differing = (a: Scenario, b: Scenario): string[] => Object.keys(a).filter((name) => a[name] !== b[name]);

/** Runs a chart value by value and reports values that are missing or differ from a table. */
export function* runChart(lab: Lab, chart: Chart, written: WrittenLab, model: RememberingModel): Generator<string> {
  const place = written.named.get(chart.id)?.place ?? top;
  const wrong = (message: string): undefined => written.main.error(place, message);
  for (const output of new Set([chart.y, ...(chart.also ?? []), ...(chart.per ? [chart.per] : [])]))
    for (const { title, scenario } of seriesOf(lab, chart, lab.start))
      for (const x of xsOf(lab, chart, output, scenario)) {
        const whole = scenarioAt(chart, scenario, x);
        const outcome = model.outcome(whole, output);
        yield `chart ${chart.id}`;
        const where = `${title || output}${chart.x === undefined ? '' : ` at ${chart.x} = ${x}`}`;
        if ('problem' in outcome) {
          wrong(
            `the chart has no value for ${where} (${outcome.problem}): change with=, the series, or the lab's start`,
          );
          return;
        }
        for (const { table, row, column, scenario: own } of cellsAt(lab, output, whole)) {
          if (chart.x !== undefined && own[chart.x] !== x) continue;
          // Settings that the table leaves to a fit are not a different condition.
          const said = Object.fromEntries(Object.entries(whole).filter(([name]) => !isFitted(lab, name)));
          const [value, drawn] = [model.value(own, output), model.value({ ...own, ...said }, output)];
          if (!Number.isFinite(value) || isAlike(drawn, value)) continue;
          const names = differing(said, own).map((name) => `${name} = ${String(whole[name])}`);
          wrong(
            `the chart shows the published ${table.fields[column]?.name ?? ''} of ${String(table.rows[row])} in ${table.id}, ` +
              `for which the model has ${drawn} here and ${value} in the table, because the table does not set ` +
              `${names.join(', ')}: set it in [scenario] of the table, or remove it from the chart`,
          );
          return;
        }
      }
}

/** Returns the settings in which a chart's series differ. */
const namesOf = (lab: Lab, chart: Chart): string[] =>
  (chart.series === undefined ? [] : (lab.series[chart.series] ?? [])).flatMap(({ scenario }) => Object.keys(scenario));

/** Reports charts that make the same comparison as a table in the same step, under other conditions. */
export function checkConditions(lab: Lab, written: WrittenLab): void {
  for (const { blocks } of lab.steps) {
    const all = allBlocks(blocks);
    const shown = all.flatMap((block) => (block.kind === 'table' ? [block.table] : []));
    for (const chart of all.flatMap((block) => (block.kind === 'chart' ? [block] : []))) {
      if (written.differing.has(chart.id)) continue;
      const names = namesOf(lab, chart);
      const tables = lab.tables.filter(
        ({ id, fields, row }) =>
          shown.includes(id) &&
          fields.some(({ output }) => output === chart.y) &&
          ((row.key !== undefined && names.includes(row.key)) ||
            fields.some(({ scenario = {} }) => names.some((name) => name in scenario))),
      );
      const [series] = seriesOf(lab, chart, lab.start);
      if (!series || tables.length === 0) continue;
      const conflicts = tables.map((table) => ({
        table,
        names: differing(table.scenario, { ...table.scenario, ...series.scenario }).filter((name) => name !== chart.x),
      }));
      if (conflicts.some((conflict) => conflict.names.length === 0)) continue;
      const [{ table, names: differ }] = conflicts as [(typeof conflicts)[0]];
      const words = differ.map(
        (name) => `${name} = ${String(series.scenario[name])} (${String(table.scenario[name])})`,
      );
      written.main.error(
        written.named.get(chart.id)?.place ?? top,
        `the chart shows ${chart.y} under other conditions than table ${table.id} in this step: ` +
          `${words.join(', ')} in the table: give both the same conditions, or explain the difference to readers and in differs="…" of the chart`,
      );
    }
  }
}
