// The lab that is open, on top of its model's WebAssembly modules. Short calls answer at once, long ones in slices.
import type { OpenAdvisor } from './advisor';
import type { OpenCodecAdvisor } from './codec-advice';
import type { OpenFilePoolAdvisor } from './diagnosis';
import type { OpenLesson } from './lesson';
import { startFirst } from './modules';
import type { Reproduction } from './protocol';
import type { Handlers, ChunkedTask } from './serve';
import type { Lab as EngineLab, Request } from './types';
import type { OpenLab } from './pkg/tape/pathlength_web';

/** An engine on the thread of its caller. */
export interface InlineEngine extends Handlers {
  /** Gives back what the lab holds, where there is no worker to be ended. */
  close: () => void;
}

interface Closing {
  close(): void;
}

/** Opens something at its first use; after a failure the next use may have a better connection. */
class Late<T extends Closing> {
  #opened: Promise<T> | undefined;
  readonly #open: () => Promise<T>;

  constructor(open: () => Promise<T>) {
    this.#open = open;
  }

  get(): Promise<T> {
    if (!this.#opened) {
      this.#opened = this.#open();
      this.#opened.catch(() => (this.#opened = undefined));
    }
    return this.#opened;
  }

  close(): void {
    this.#opened?.then(
      (opened) => opened.close(),
      () => undefined, // its caller has the error
    );
    this.#opened = undefined;
  }
}

/** An engine with one lab at a time. */
export function createEngine(): InlineEngine {
  let opened: OpenLab | undefined;
  function lab(): OpenLab {
    if (!opened) throw new Error('no lab is open');
    return opened;
  }

  let source: EngineLab | undefined;
  function compiled(): EngineLab {
    if (!source) throw new Error('no lab is open');
    return source;
  }

  const lesson = new Late<OpenLesson>(async () => {
    const lab = compiled();
    return (await import('./lesson')).openLesson(lab, outputs);
  });
  const advisor = new Late<OpenAdvisor>(async () => {
    const lab = compiled();
    return (await import('./advisor')).openAdvisor(lab, reproduce);
  });
  const filePoolAdvisor = new Late<OpenFilePoolAdvisor>(async () => {
    const lab = compiled();
    return (await import('./diagnosis')).openFilePoolAdvisor(lab);
  });
  const codecAdvisor = new Late<OpenCodecAdvisor>(async () => {
    const lab = compiled();
    return (await import('./codec-advice')).openCodecAdvisor(lab);
  });

  /** Lets go of what was opened of the lab that is open. */
  function closeAll(): void {
    opened?.free();
    opened = undefined;
    for (const late of [lesson, advisor, filePoolAdvisor, codecAdvisor]) late.close();
  }

  /** One output for each of the requests. */
  function* outputs(requests: Request[]): ChunkedTask<Float64Array> {
    const values = new Float64Array(requests.length);
    for (const [at, { scenario, output }] of requests.entries()) {
      while (!lab().prepare(scenario)) yield at / requests.length;
      values.set(lab().evaluate(scenario, [output]), at);
    }
    return values;
  }

  /** A table beside its model. */
  function* reproduce(table: string): ChunkedTask<Reproduction> {
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
      const { OpenLab } = await startFirst(lab.model);
      const next = new OpenLab(lab as EngineLab);
      closeAll();
      opened = next;
      source = lab as EngineLab;
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
    advise: async (...args) => (await advisor.get()).advise(...args),
    diagnose: async (...args) => (await filePoolAdvisor.get()).diagnose(...args),
    plan: async (...args) => (await filePoolAdvisor.get()).plan(...args),
    chooseCodec: async (...args) => (await codecAdvisor.get()).chooseCodec(...args),
    judge: async (...args) => (await lesson.get()).judge(...args),
    calculate: async (...args) => (await lesson.get()).calculate(...args),
    draw: async (...args) => (await lesson.get()).draw(...args),
    measure: async (...args) => (await lesson.get()).measure(...args),
    close: closeAll,
  };
}
