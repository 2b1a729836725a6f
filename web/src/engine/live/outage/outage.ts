// Recoveries and fragmentation of journaling file systems, on top of their lab's WebAssembly module.
import init, { AgedDevice, RecoveryEstimator, spaceOverhead } from '../../pkg/journaling/pathlength_web';
import { refusalOf } from '../../failure';
import type { Handlers, ChunkedTask } from '../../serve';
import type { Recovery, RecoveryApi, RecoveryRequest } from './protocol';

let estimator: RecoveryEstimator | undefined;
let key = '';

/** Returns the estimator with these parameters, which keeps the replays that it has measured. */
function estimatorWith(parameters: Record<string, number>): RecoveryEstimator {
  const newKey = JSON.stringify(parameters);
  if (estimator && key === newKey) return estimator;
  estimator?.free();
  estimator = undefined;
  estimator = new RecoveryEstimator(parameters);
  key = newKey;
  return estimator;
}

const none = { read: NaN, written: NaN, fastS: NaN, slowS: NaN, components: [] };

function estimate(estimator: RecoveryEstimator, { policy, sizes }: RecoveryRequest): Recovery {
  try {
    const result = estimator.estimate(policy, sizes as Record<string, number>);
    const { blocks, components, seconds } = result;
    result.free();
    return {
      read: blocks[0] ?? NaN,
      written: blocks[1] ?? NaN,
      fastS: seconds[0] ?? NaN,
      slowS: seconds[1] ?? NaN,
      components: components.map((title, at) => ({
        title,
        fastS: seconds[2 * at + 2] ?? NaN,
        slowS: seconds[2 * at + 3] ?? NaN,
      })),
      problem: '',
    };
  } catch (error) {
    return { ...none, problem: refusalOf(error) };
  }
}

function* recoveries(parameters: Record<string, number>, requests: RecoveryRequest[]): ChunkedTask<Recovery[]> {
  const estimator = estimatorWith(parameters);
  const results: Recovery[] = [];
  for (const [at, request] of requests.entries()) {
    yield at / requests.length;
    results.push(estimate(estimator, request));
  }
  return results;
}

const api: Handlers<RecoveryApi> = {
  recoveries,
  device({ policy, rounds, filled, writers, chunk, pages }) {
    const device = new AgedDevice(policy, rounds, filled, writers, chunk, pages);
    const { extents, extentCounts } = device;
    device.free();
    return { extents, extentCounts };
  },
  overhead: (median, sigma, leafFillFactor) => spaceOverhead(median, sigma, leafFillFactor),
};

/** Fetches and starts the module. */
export async function load(module: URL): Promise<Handlers<RecoveryApi>> {
  await init({ module_or_path: module });
  return api;
}
