// Crash experiments, on top of their WebAssembly module. The search for the worst crash runs in slices.
import init, { CrashExperimentView, type CrashSummaryView } from '../../pkg/journaling/pathlength_web';
import type { Handlers } from '../../serve';
import { named } from '../../tables';
import { crashCountColumns, type CrashApi, type CrashSummary, type ExperimentConfig } from './protocol';

let kept: { key: string; experiment: CrashExperimentView } | undefined;

/** Returns the experiment with this configuration. */
function experimentWith(config: ExperimentConfig): CrashExperimentView {
  const key = JSON.stringify(config);
  if (kept?.key === key) return kept.experiment;
  const { policy, script, stream, noRevoke, noBarrier, earlyReuse, checksums, parameters } = config;
  const changes = { 'no-revoke': noRevoke, 'no-barrier': noBarrier, 'early-reuse': earlyReuse, checksums };
  const made = Object.entries(changes).flatMap(([change, isMade]) => (isMade ? [change] : []));
  const experiment = new CrashExperimentView(policy, script, stream, made, parameters);
  kept?.experiment.free();
  kept = { key, experiment };
  return experiment;
}

function summaryOf(summary: CrashSummaryView): CrashSummary {
  const { crashedAt, oldestLoss, firstUnflushed, lostWrites, tornWrite, counts } = summary;
  const { fileNumbers, fileFates, filePages, pageFates } = summary;
  summary.free();
  const files = { numbers: fileNumbers, fates: fileFates, pages: filePages, pageFates };
  return {
    crashedAt,
    oldestLoss,
    firstUnflushed,
    lostWrites,
    tornWrite,
    counts: named(crashCountColumns, counts),
    files,
  };
}

const api: Handlers<CrashApi> = {
  run(config) {
    const { times, kinds, epochs, blocks, descriptions } = experimentWith(config);
    return { times, kinds, epochs, blocks, descriptions: descriptions.split('\n') };
  },
  crash: (config, { lastWrite, lostWrites }) => summaryOf(experimentWith(config).crash(lastWrite, lostWrites)),
  fail: (config, lastWrite, { disk, loss }) => summaryOf(experimentWith(config).fail(lastWrite, disk, loss)),
  *worst(config, shown) {
    const experiment = experimentWith(config);
    let statesTried = 0;
    while (experiment.search()) {
      ({ statesTried } = experiment);
      yield experiment.searchProgress;
    }
    const [lastWrite, ...lost] = experiment.worst(shown.lastWrite, shown.lostWrites);
    if (lastWrite === undefined) throw new Error('the run has no writes to crash after: choose another run');
    return { lastWrite, lostWrites: Uint32Array.from(lost), statesTried: statesTried + 1 };
  },
};

/** Fetches and starts the module. */
export async function load(module: URL): Promise<Handlers<CrashApi>> {
  await init({ module_or_path: module });
  return api;
}
