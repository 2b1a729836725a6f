// The engine's calls on top of its WebAssembly module, long ones in slices.
import type * as Models from './pkg/pathlength_wasm';
import type { Lab as EngineLab, OpenLab } from './pkg/pathlength_wasm';
import type { OpenAdvisor } from './advisor';
import type { OpenLesson } from './lesson';
import type { Request } from './pkg/lesson/pathlength_lesson_wasm';
import type { Reproduction } from './protocol';
import type { Served, Sliced } from './serve';

let panicked: string | undefined;
// Called by the module just before a panic traps: the trap itself says nothing.
Object.assign(globalThis, { reportPanic: (message: string) => (panicked = message) });

/** What the engine said last before a trap. */
export const panic = (): string | undefined => panicked;

/** A module of the engine, whatever else is in it. */
interface Module extends Pick<typeof Models, 'OpenLab'> {
  default: (from: { module_or_path: URL }) => Promise<unknown>;
}

/** A model's own module, which has no other model in it. */
const modules: Record<string, () => Promise<Module>> = {
  aggregate: () => import('./pkg/models/aggregate/pathlength_wasm'),
  directory: () => import('./pkg/models/directory/pathlength_wasm'),
  disk_path: () => import('./pkg/models/disk_path/pathlength_wasm'),
  file_pool: () => import('./pkg/models/file_pool/pathlength_wasm'),
  journal: () => import('./pkg/models/journal/pathlength_wasm'),
  tape: () => import('./pkg/models/tape/pathlength_wasm'),
};
/** An engine on the thread of whoever made it. */
export interface Here extends Served {
  /** Gives back what the lab holds, where there is no worker to be ended. */
  close: () => void;
}

/** An engine with one lab at a time. It takes the modules' addresses; each is fetched where it is needed first. */
export function load(models: Record<string, URL>, lessonModule: URL, advisorModule: URL): Here {
  let opened: OpenLab | undefined;
  function lab(): OpenLab {
    if (!opened) throw new Error('no lab is open');
    return opened;
  }

  let source: EngineLab | undefined;
  let lesson: Promise<OpenLesson> | undefined;

  /** What the lab asks, by a module that is fetched at the first question. */
  function lessons(): Promise<OpenLesson> {
    lesson ??= import('./lesson').then(async ({ load, openLesson }) => {
      await load(lessonModule);
      if (!source) throw new Error('no lab is open');
      return openLesson(source, outputs);
    });
    lesson.catch(() => (lesson = undefined)); // the next call may have a better connection
    return lesson;
  }

  let advisor: Promise<OpenAdvisor> | undefined;

  /** Advice, by a module that is fetched when it is asked for first. */
  function advisors(): Promise<OpenAdvisor> {
    advisor ??= import('./advisor').then(async ({ load, openAdvisor }) => {
      await load(advisorModule);
      if (!source) throw new Error('no lab is open');
      return openAdvisor(source, reproduce);
    });
    advisor.catch(() => (advisor = undefined)); // the next call may have a better connection
    return advisor;
  }

  /** One output for each of the requests. */
  function* outputs(requests: Request[]): Sliced<Float64Array> {
    const values = new Float64Array(requests.length);
    for (const [at, { scenario, output }] of requests.entries()) {
      while (!lab().prepare(scenario)) yield at / requests.length;
      values.set(lab().evaluate(scenario, [output]), at);
    }
    return values;
  }

  /** A table beside its model. */
  function* reproduce(table: string): Sliced<Reproduction> {
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
      half_width: done.halfWidth,
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
  }

  return {
    async open(lab) {
      const module = await modules[lab.model]?.();
      if (!module) throw new Error(`there is no model "${lab.model}"`);
      await module.default({ module_or_path: models[lab.model] as URL });
      const next = new module.OpenLab(lab as EngineLab);
      opened?.free();
      opened = next;
      source = lab as EngineLab;
      void lesson?.then((old) => old.close());
      lesson = undefined;
      void advisor?.then((old) => old.close());
      advisor = undefined;
    },
    reproduce,
    *evaluate(scenarios, outputs) {
      const values = new Float64Array(scenarios.length * outputs.length);
      for (const [at, scenario] of scenarios.entries()) {
        while (!lab().prepare(scenario)) yield at / scenarios.length;
        values.set(lab().evaluate(scenario, outputs), at * outputs.length);
        yield (at + 1) / scenarios.length;
      }
      return values;
    },
    *explain(scenario, output) {
      while (!lab().prepare(scenario)) yield 0;
      const done = lab().explain(scenario, output);
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
    advise: async (...args) => (await advisors()).advise(...args),
    diagnose: async (...args) => (await import('./diagnosis')).diagnose(source, ...args),
    plan: async (...args) => (await import('./diagnosis')).plan(source, ...args),
    judge: async (...args) => (await lessons()).judge(...args),
    calculate: async (...args) => (await lessons()).calculate(...args),
    draw: async (...args) => (await lessons()).draw(...args),
    measure: async (...args) => (await lessons()).measure(...args),
    close() {
      opened?.free();
      opened = undefined;
      void lesson?.then((old) => old.close());
      void advisor?.then((old) => old.close());
    },
  };
}
