// Runs of the load to watch, on top of their lab's WebAssembly module.
import init, { LoadDesk } from '../../pkg/journaling/pathlength_web';
import type { Served } from '../../serve';
import type { Live } from './protocol';
import { Race } from './race';

let race = new Race([]);

const live: Served<Live> = {
  *open({ parameters, scenarios, outputs }) {
    race.close();
    const opened = (race = new Race(outputs));
    const desk = new LoadDesk(parameters);
    try {
      for (const [at, scenario] of scenarios.entries()) {
        opened.add(() => desk.begin(scenario));
        yield (at + 1) / scenarios.length;
      }
    } finally {
      desk.free();
    }
    return opened.moment;
  },
  *advance(milliseconds) {
    const running = race;
    const until = performance.now() + milliseconds;
    while (performance.now() < until && running.step()) yield running.done;
    return running.moment;
  },
};

/** Fetches and starts the module. */
export async function load(module: URL): Promise<Served<Live>> {
  await init({ module_or_path: module });
  return live;
}
