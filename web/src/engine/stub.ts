// A stand-in until the compiled engine is here: smooth, invented numbers in the right order of size. Delete it then.
import { cellScenario, roleOf } from '../lab/cells';
import { roles, type Field, type Lab, type Scenario } from '../lab/types';
import type { Reproduction } from './protocol';
import type { Served } from './serve';

let lab: Lab | undefined;

function invent(s: Scenario): { external: number; busy: number } {
  const n = Number(s['names']) || 1;
  const client = s['plex'] === 'client';
  const v4 = s['format'] === 'v4';
  const search = s['readdir_search'] ?? (s['release'] === 'R13' && client);
  const lookup = 2.8 + (v4 ? 0.00054 * (client ? 2 : 1) * n : 0.000004 * n) + (client ? 0.4 : 0);
  let time = lookup;
  if (s['workload'] !== 'ptestDL2') time += 0.0001 * n;
  if (s['workload'] === 'ptestDU') time += 5;
  if (search && s['workload'] !== 'ptestDL2') time += (0.00092 * lookup * n) / (client ? 1 : 40);
  if (s['machine'] === 'z196') time /= 2.3;
  if (s['release'] === 'V2R2') time /= 1.3;
  return { external: 1e6 / time, busy: client ? 4.2 : 1 };
}

const outputOf = (s: Scenario, output: string): number => {
  const { external, busy } = invent(s);
  return output === 'busy_processors' ? busy : output === 'internal_throughput' ? external / busy : external;
};

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

export const stub: Served = {
  open(opened) {
    lab = opened;
  },
  *reproduce(id): Generator<number, Reproduction, void> {
    const table = lab?.tables.find((t) => t.id === id);
    if (!table) throw new Error(`no table is called ${id}`);
    const n = table.rows.length * table.fields.length;
    const out = {
      published: new Float64Array(n).fill(NaN),
      model: new Float64Array(n).fill(NaN),
      error: new Float64Array(n).fill(NaN),
      role: new Uint8Array(n),
    };
    const until = (ms: number): boolean => performance.now() - t0 < ms;
    const t0 = performance.now();
    for (let i = 0; i < n; i++) {
      while (until((i * 300) / n)) yield i / n;
      const [r, f] = [Math.floor(i / table.fields.length), i % table.fields.length];
      const field = table.fields[f] as Field;
      const base = table.fields.find((other) => other.name === field.relative_to);
      const model =
        outputOf(cellScenario(table, r, field), field.output) /
        (base ? outputOf(cellScenario(table, r, base), base.output) : 1);
      out.model[i] = model;
      out.role[i] = roles.indexOf(roleOf(table, r, f));
      const published = table.cells[r]?.[f] ?? NaN;
      out.published[i] = published;
      out.error[i] = model / published - 1;
    }
    const errors = [...out.error].filter((e) => !Number.isNaN(e)).map(Math.abs);
    const held = [...out.error].filter((e, i) => !Number.isNaN(e) && out.role[i] === 2).map(Math.abs);
    return {
      ...out,
      fitted_parameters: 1,
      cells: errors.length,
      median_error: median(errors),
      max_error: Math.max(...errors),
      held_out_median_error: median(held),
    };
  },
  *evaluate(scenarios, outputs) {
    const values = new Float64Array(scenarios.length * outputs.length);
    for (const [i, scenario] of scenarios.entries()) {
      outputs.forEach((output, j) => (values[i * outputs.length + j] = outputOf(scenario, output)));
      yield i / scenarios.length;
    }
    return values;
  },
  explain(scenario) {
    const n = Number(scenario['names']);
    return {
      terms: [
        { name: 'fixed', title: 'Fixed cost of a call', count: 1, cost_us: 2.7, time_us: 2.7 },
        { name: 'page', title: 'Pages searched', count: n / 251, cost_us: 0.131, time_us: (n / 251) * 0.131 },
      ],
    };
  },
};
