// Recoveries and fragmentation of journaling file systems, on top of their lab's WebAssembly module.
import init, { AgedDevice, RecoveryEstimator, spaceOverhead } from '../../pkg/journaling/pathlength_web';
import { refusalOf } from '../../failure';
import { spaceOverheadColumns } from '../../generated/journaling';
import type { Handlers, ChunkedTask } from '../../serve';
import { named } from '../../tables';
import type { Recovery, RecoveryApi, RecoveryRequest } from './protocol';

let estimator: RecoveryEstimator | undefined;
let key = '';

/** Returns the estimator with these parameters; it caches the replays that it has measured. */
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
    const { blocksRead, blocksWritten, fastS, slowS, components, componentsFastS, componentsSlowS } = result;
    result.free();
    return {
      read: blocksRead,
      written: blocksWritten,
      fastS,
      slowS,
      components: components.map((title, at) => ({
        title,
        fastS: componentsFastS[at] ?? NaN,
        slowS: componentsSlowS[at] ?? NaN,
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
  device(parameters, { policy, rounds, filled, writers, chunk, pages }) {
    const device = new AgedDevice(policy, rounds, filled, writers, chunk, pages, parameters);
    const { starts, lengths, owners, extentCounts } = device;
    device.free();
    return { extents: { starts, lengths, owners }, extentCounts };
  },
  overhead: (median, sigma, leafFillFactor) =>
    named(spaceOverheadColumns, spaceOverhead(median, sigma, leafFillFactor)),
};

/** Fetches and starts the module. */
export async function load(module: URL): Promise<Handlers<RecoveryApi>> {
  await init({ module_or_path: module });
  return api;
}
