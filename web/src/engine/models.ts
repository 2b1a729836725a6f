// The engine's calls on top of its WebAssembly module, long ones in slices.
import init, { OpenLab } from './pkg/pathlength_wasm';
import type { Lab as EngineLab } from './pkg/pathlength_wasm';
import type { Served } from './serve';

let panicked: string | undefined;
// Called by the module just before a panic traps: the trap itself says nothing.
Object.assign(globalThis, { reportPanic: (message: string) => (panicked = message) });

/** What the engine said last before a trap. */
export const panic = (): string | undefined => panicked;

let opened: OpenLab | undefined;
function lab(): OpenLab {
  if (!opened) throw new Error('no lab is open');
  return opened;
}

const unbuilt = (): Promise<never> => Promise.reject(new Error('this engine has no lesson module yet'));

const models: Served = {
  open(lab) {
    const next = new OpenLab(lab as EngineLab);
    opened?.free();
    opened = next;
  },
  *reproduce(table) {
    const cells = lab().cells(table);
    for (let cell = 0; cell < cells; cell++) {
      while (!lab().prepareCell(table, cell)) yield cell / cells;
      yield cell / cells;
    }
    const done = lab().reproduce(table);
    const { published, model, error, role } = done;
    const result = {
      published,
      model,
      error,
      role,
      fitted_parameters: done.fittedParameters,
      cells: done.cells,
      median_error: done.medianError,
      max_error: done.maxError,
      held_out_median_error: done.heldOutMedianError,
    };
    done.free();
    return result;
  },
  *evaluate(scenarios, outputs) {
    const values = new Float64Array(scenarios.length * outputs.length);
    for (const [at, scenario] of scenarios.entries()) {
      while (!lab().prepare(scenario)) yield at / scenarios.length;
      values.set(lab().evaluate(scenario, outputs), at * outputs.length);
      yield (at + 1) / scenarios.length;
    }
    return values;
  },
  *explain(scenario) {
    while (!lab().prepare(scenario)) yield 0;
    const done = lab().explain(scenario);
    const { places, counts, costs, times } = done;
    const terms = done.titles.map((title, at) => ({
      title,
      place: places[at] ?? '',
      count: counts[at] ?? 0,
      cost_us: costs[at] ?? 0,
      time_us: times[at] ?? 0,
    }));
    done.free();
    return { terms };
  },
  judge: unbuilt,
  calculate: unbuilt,
  draw: unbuilt,
  measure: unbuilt,
};

/** Fetches and starts the module. */
export async function load(module: URL): Promise<Served> {
  await init({ module_or_path: module });
  return models;
}
