// The simulated file pool server, on top of its WebAssembly module. Long simulations run in chunks.
import init, { ServerView } from '../../pkg/file-pool-rest/pathlength_web';
import {
  serverActivities,
  serverColumns,
  serverEvents,
  statisticsColumns,
  threadProgressColumns,
} from '../../generated/file-pool';
import type { ChunkedTask, Handlers } from '../../serve';
import { named } from '../../tables';
import type { ServerApi, ServerInfo, ServerSnapshot } from './protocol';

/** Number of events per chunk, which takes one or two milliseconds. */
const chunk = 10_000;
/** Maximum number of chunks in a search for a target that may never occur. */
const maxChunks = 500;

let opened: ServerView | undefined;
function openServer(): ServerView {
  if (!opened) throw new Error('no server is open: choose one');
  return opened;
}

function infoOf(view: ServerView): ServerInfo {
  const { server, steadyState } = view;
  return {
    ...named(serverColumns, server),
    steadyState: steadyState.length > 0 ? named(statisticsColumns, steadyState) : undefined,
  };
}

function snapshotOf(view: ServerView): ServerSnapshot {
  const { now, user, faults, quiescing, eventUser, locations, line } = view;
  return {
    now,
    activity: serverActivities[view.activity] ?? 'idle',
    user,
    progress: named(threadProgressColumns, view.threadProgress),
    faults,
    quiescing,
    event: serverEvents[view.event] ?? 'none',
    eventUser,
    locations,
    line,
    active: view.activeSamples,
    inLine: view.lineSamples,
    held: view.heldSamples,
    statistics: named(statisticsColumns, view.statistics),
  };
}

function* simulate(view: ServerView, until: number): ChunkedTask<ServerSnapshot> {
  while (!view.advance(until, chunk)) yield view.now / until;
  return snapshotOf(view);
}

const api: Handlers<ServerApi> = {
  *open({ parameters, settings }, seconds) {
    opened?.free();
    opened = undefined;
    const view = new ServerView(parameters, settings);
    opened = view;
    return { info: infoOf(view), snapshot: yield* simulate(view, seconds) };
  },
  advance: (until) => simulate(openServer(), until),
  *seek(target) {
    const view = openServer();
    for (let tried = 0; tried < maxChunks; tried++) {
      if (view.seek(target, chunk)) return snapshotOf(view);
      yield tried / maxChunks;
    }
    return undefined;
  },
  restartStatistics() {
    openServer().restartStatistics();
    return snapshotOf(openServer());
  },
};

/** Fetches and starts the module. */
export async function load(module: URL): Promise<Handlers<ServerApi>> {
  await init({ module_or_path: module });
  return api;
}
