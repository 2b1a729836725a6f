// Observed runs of the load, on top of their lab's WebAssembly module.
import init, { LoadRunFactory } from '../../pkg/journaling/pathlength_web';
import type { Handlers } from '../../serve';
import type { LoadApi } from './protocol';
import { Race } from './race';

let race = new Race([]);

const api: Handlers<LoadApi> = {
  *open({ parameters, scenarios, outputs }) {
    race.close();
    const opened = (race = new Race(outputs));
    const factory = new LoadRunFactory(parameters);
    try {
      for (const [at, scenario] of scenarios.entries()) {
        opened.add(() => factory.start(scenario));
        yield (at + 1) / scenarios.length;
      }
    } finally {
      factory.free();
    }
    return opened.snapshot;
  },
  *advance(milliseconds) {
    const running = race;
    const end = performance.now() + milliseconds;
    while (performance.now() < end && running.step()) yield running.done;
    return running.snapshot;
  },
};

/** Fetches and starts the module. */
export async function load(module: URL): Promise<Handlers<LoadApi>> {
  await init({ module_or_path: module });
  return api;
}
