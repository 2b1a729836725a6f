// The open lab, on top of its model's WebAssembly modules. Long calls run in chunks.
import type { OpenAdvisor } from './advisor';
import type { OpenCodecAdvisor } from './codec-advice';
import type { OpenFilePoolAdvisor } from './diagnosis';
import type { OpenFileSystemAdvisor } from './file-system-advice';
import { Lazy } from './lazy';
import type { OpenLesson } from './lesson';
import { startFirst } from './modules';
import type { Reproduction } from './protocol';
import type { Handlers, ChunkedTask } from './serve';
import type { Lab, Request } from './types';
import type { OpenLab } from './pkg/tape/pathlength_web';

/** An engine that runs on its caller's thread. */
export interface InlineEngine extends Handlers {
  /** Frees the lab, for a caller without a worker to terminate. */
  close: () => void;
}

/** Creates an engine with one lab at a time. */
export function createEngine(): InlineEngine {
  let opened: OpenLab | undefined;
  function lab(): OpenLab {
    if (!opened) throw new Error('no lab is open: call `open` first');
    return opened;
  }

  let source: Lab | undefined;
  function compiled(): Lab {
    if (!source) throw new Error('no lab is open: call `open` first');
    return source;
  }

  let grading: string | undefined;
  const lesson = new Lazy<OpenLesson>(async () => {
    const lab = compiled();
    return (await import('./lesson')).openLesson(lab, outputs, grading);
  });
  const advisor = new Lazy<OpenAdvisor>(async () => {
    const lab = compiled();
    return (await import('./advisor')).openAdvisor(lab, reproduce);
  });
  const filePoolAdvisor = new Lazy<OpenFilePoolAdvisor>(async () => {
    const lab = compiled();
    return (await import('./diagnosis')).openFilePoolAdvisor(lab);
  });
  const codecAdvisor = new Lazy<OpenCodecAdvisor>(async () => {
    const lab = compiled();
    return (await import('./codec-advice')).openCodecAdvisor(lab);
  });
  const fileSystemAdvisor = new Lazy<OpenFileSystemAdvisor>(async () => {
    const lab = compiled();
    return (await import('./file-system-advice')).openFileSystemAdvisor(lab);
  });

  /** Frees all resources of the open lab. */
  function closeAll(): void {
    opened?.free();
    opened = undefined;
    for (const lazy of [lesson, advisor, filePoolAdvisor, codecAdvisor, fileSystemAdvisor]) lazy.close();
  }

  /** Computes one output for each of the requests. */
  function* outputs(requests: Request[]): ChunkedTask<Float64Array> {
    const values = new Float64Array(requests.length);
    for (const [at, { scenario, output }] of requests.entries()) {
      while (!lab().prepare(scenario)) yield at / requests.length;
      values.set(lab().evaluate(scenario, [output]), at);
    }
    return values;
  }

  /** Reproduces a table. */
  function* reproduce(table: string): ChunkedTask<Reproduction> {
    const cells = lab().cells(table);
    for (let cell = 0; cell < cells; cell++) {
      while (!lab().prepareCell(table, cell)) yield cell / cells;
      yield cell / cells;
    }
    const done = lab().reproduce(table);
    const { published, model, error, role, halfWidth: half_width } = done;
    const result = { published, model, half_width, error, role };
    done.free();
    return result;
  }

  return {
    async open(lab, gradingAddress) {
      const { OpenLab } = await startFirst(lab.model);
      const next = new OpenLab(lab);
      closeAll();
      opened = next;
      source = lab;
      grading = gradingAddress;
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
    evaluateDraws: async (...args) => (await import('./draws')).evaluateDraws(lab(), ...args),
    intervals: async (...args) => (await import('./draws')).intervals(compiled().model, ...args),
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
    chooseFileSystem: async (...args) => (await fileSystemAdvisor.get()).choose(...args),
    readIozone: async (text) => {
      const { model } = compiled();
      return (await import('./iozone')).readIozone(model, text);
    },
    judge: async (...args) => (await lesson.get()).judge(...args),
    calculate: async (...args) => (await lesson.get()).calculate(...args),
    draw: async (...args) => (await lesson.get()).draw(...args),
    measure: async (...args) => (await lesson.get()).measure(...args),
    close: closeAll,
  };
}
