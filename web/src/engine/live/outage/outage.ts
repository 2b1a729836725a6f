// Recoveries and fragmentation of journaling file systems, on top of their lab's WebAssembly module.
import init, { AgedDevice, OutageDesk, wastedSpace } from '../../pkg/journaling/pathlength_web';
import { refusalOf } from '../../failure';
import type { Served, Sliced } from '../../serve';
import type { Live, Question, Recovery } from './protocol';

let desk: OutageDesk | undefined;
let known = '';

/** The desk with these parameters, which remembers what it has counted. */
function deskWith(parameters: Record<string, number>): OutageDesk {
  const wanted = JSON.stringify(parameters);
  if (desk && known === wanted) return desk;
  desk?.free();
  desk = undefined;
  desk = new OutageDesk(parameters);
  known = wanted;
  return desk;
}

const none = { read: NaN, written: NaN, least: NaN, most: NaN, parts: [] };

function answer(desk: OutageDesk, { policy, sizes }: Question): Recovery {
  try {
    const found = desk.of(policy, sizes as Record<string, number>);
    const { blocks, parts, seconds } = found;
    found.free();
    return {
      read: blocks[0] ?? NaN,
      written: blocks[1] ?? NaN,
      least: seconds[0] ?? NaN,
      most: seconds[1] ?? NaN,
      parts: parts.map((title, at) => ({
        title,
        least: seconds[2 * at + 2] ?? NaN,
        most: seconds[2 * at + 3] ?? NaN,
      })),
      problem: '',
    };
  } catch (error) {
    return { ...none, problem: refusalOf(error) };
  }
}

function* outages(parameters: Record<string, number>, questions: Question[]): Sliced<Recovery[]> {
  const desk = deskWith(parameters);
  const answers: Recovery[] = [];
  for (const [at, question] of questions.entries()) {
    yield at / questions.length;
    answers.push(answer(desk, question));
  }
  return answers;
}

const live: Served<Live> = {
  outages,
  device({ policy, rounds, filled, writers, chunk, pages }) {
    const device = new AgedDevice(policy, rounds, filled, writers, chunk, pages);
    const { pieces, extents } = device;
    device.free();
    return { pieces, extents };
  },
  waste: (median, sigma, leafFull) => wastedSpace(median, sigma, leafFull),
};

/** Fetches and starts the module. */
export async function load(module: URL): Promise<Served<Live>> {
  await init({ module_or_path: module });
  return live;
}
