// A file pool server, on top of its WebAssembly module. Long stretches of time pass in slices.
import init, { ServerView } from '../../pkg/file-pool-rest/pathlength_web';
import type { Handlers, ChunkedTask } from '../../serve';
import { doings, events, type About, type ServerApi, type Means, type Moment } from './protocol';

/** Events in a slice: a millisecond or two. */
const slice = 10_000;
/** So many slices without what was looked for are enough: it hardly ever comes. */
const patience = 500;

let view: ServerView | undefined;
function shown(): ServerView {
  if (!view) throw new Error('no server is open');
  return view;
}

const meansOf = ([rate = 0, response = 0, lock = 0, blockIo = 0, other = 0]: Float64Array): Means => ({
  rate,
  response,
  lock,
  blockIo,
  other,
});

function about(view: ServerView): About {
  const [cpu = 0, stall = 0, uncounted = 0] = view.needs;
  const { users, agents, ios, longRun } = view;
  const active = longRun.at(-1);
  return {
    users,
    agents,
    ios,
    needs: { cpu, stall, uncounted },
    longRun: active === undefined ? undefined : { ...meansOf(longRun), active },
  };
}

function moment(view: ServerView): Moment {
  const { now, user, faults, quiescing, eventUser, places, line } = view;
  const doing = doings[view.doing] ?? 'idle';
  const [gone = 0, first = 0, stall = 0, uncounted = 0] = view.stay;
  const [cpu, checkpoint] = doing === 'checkpoint' ? [0, first] : [first, 0];
  const shares = view.shares;
  return {
    now,
    doing,
    user,
    gone,
    stay: { cpu, stall, uncounted, checkpoint },
    faults,
    quiescing,
    event: events[view.event] ?? 'none',
    eventUser,
    places,
    line,
    active: view.activeSamples,
    inLine: view.lineSamples,
    held: view.heldSamples,
    shares: { cpu: shares[0] ?? 0, stall: shares[1] ?? 0, uncounted: shares[2] ?? 0, checkpoint: shares[3] ?? 0 },
    means: meansOf(view.means),
  };
}

function* pass(view: ServerView, until: number): ChunkedTask<Moment> {
  while (!view.advance(until, slice)) yield view.now / until;
  return moment(view);
}

const api: Handlers<ServerApi> = {
  *open({ parameters, settings }, seconds) {
    view?.free();
    view = undefined;
    const opened = new ServerView(parameters, settings);
    view = opened;
    return { about: about(opened), moment: yield* pass(opened, seconds) };
  },
  advance: (until) => pass(shown(), until),
  *seek(goal) {
    const from = shown();
    for (let tried = 0; tried < patience; tried++) {
      if (from.seek(goal, slice)) return moment(from);
      yield tried / patience;
    }
    return undefined;
  },
  forget() {
    shown().forget();
    return moment(shown());
  },
};

/** Fetches and starts the module. */
export async function load(module: URL): Promise<Handlers<ServerApi>> {
  await init({ module_or_path: module });
  return api;
}
