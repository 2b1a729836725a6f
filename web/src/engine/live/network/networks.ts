// The simulated network of a lab, on top of its WebAssembly module. Long simulations run in chunks.
import { sum } from 'd3-array';
import init, { NetworkView } from '../../pkg/network/pathlength_web';
import type { ChunkedTask, Handlers } from '../../serve';
import { maxSamples, type NetworkApi, type NetworkInfo, type NetworkLab, type NetworkSnapshot } from './protocol';
import type { Lab, Scenario } from '../../types';
import { byStation } from './by-station';
import { roundSpan } from './span';

/** Number of events per chunk, which takes one or two milliseconds. */
const chunk = 10_000;
/** Maximum number of chunks in a call: the simulation of a network whose requests take no time would never end. */
const maxChunks = 1000;
/** Number of events of all classes in a span: enough to see queues grow and shrink. */
const spanEvents = 1500;

/** A network with samples of its past. */
interface Network {
  view: NetworkView;
  span: number;
  times: number[];
  history: number[][];
}

let opened: Network | undefined;
function openNetwork(): Network {
  if (!opened) throw new Error('no network is open: reload the page');
  return opened;
}

/** Returns the network for a scenario, at time 0. */
const viewOf = ({ model, declaration, parameters }: NetworkLab, scenario: Scenario): NetworkView =>
  new NetworkView({ model, declaration, parameters, tables: [] } as unknown as Lab, scenario);

/** Returns a round simulated time in which about `spanEvents` events occur, measured on a separate network. */
function spanOf(lab: NetworkLab, scenario: Scenario): number {
  const scout = viewOf(lab, scenario);
  try {
    scout.advance(Number.MAX_VALUE, spanEvents);
    return roundSpan(scout.now);
  } finally {
    scout.free();
  }
}

function infoOf({ view, span }: Network): NetworkInfo {
  const {
    servers,
    exactBusy: busy,
    exactPresent: present,
    exactThroughput: throughput,
    exactResponse: response,
  } = view;
  return { servers, span, exact: present.length > 0 ? { busy, present, throughput, response } : undefined };
}

function snapshotOf({ view, times, history }: Network): NetworkSnapshot {
  const { now, present, thinking, busy, meanBusy, meanPresent, completions, meanResponse } = view;
  return { now, present, thinking, busy, meanBusy, meanPresent, completions, meanResponse, times, history };
}

function sample(network: Network): void {
  const { view, times, history } = network;
  times.push(view.now);
  byStation(view.present, history.length).forEach((numbers, at) => history[at]?.push(sum(numbers)));
  if (times.length <= maxSamples) return;
  for (const column of [times, ...history]) column.shift();
}

function* simulate(network: Network, until: number): ChunkedTask<NetworkSnapshot> {
  const { view, span, times } = network;
  let chunks = 0;
  for (let next = view.now; next < until;) {
    const due = (times.at(-1) ?? 0) + span / maxSamples;
    next = Math.min(until, due);
    while (!view.advance(next, chunk)) {
      if (++chunks > maxChunks) throw new Error('requests take too little time: raise a service time or a think time');
      yield view.now / until;
    }
    if (next === due) sample(network);
  }
  return snapshotOf(network);
}

const api: Handlers<NetworkApi> = {
  *open(lab, scenario, spans) {
    opened?.view.free();
    opened = undefined;
    const view = viewOf(lab, scenario);
    const network: Network = {
      view,
      span: spanOf(lab, scenario),
      times: [],
      history: Array.from(view.servers, () => []),
    };
    opened = network;
    sample(network);
    return { info: infoOf(network), snapshot: yield* simulate(network, spans * network.span) };
  },
  advance: (until) => simulate(openNetwork(), until),
};

/** Fetches and starts the module. */
export async function load(module: URL): Promise<Handlers<NetworkApi>> {
  await init({ module_or_path: module });
  return api;
}
