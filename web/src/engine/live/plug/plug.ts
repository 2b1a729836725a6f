// Power cuts, on top of their WebAssembly module. The search for the worst one is done in slices.
import init, { PlugView } from '../../pkg/journaling/pathlength_web';
import type { Served } from '../../serve';
import { counted, type Counts, type Demand, type Plug } from './protocol';

let kept: { demand: string; view: PlugView } | undefined;

/** The run that is asked about. */
function runOf(demand: Demand): PlugView {
  const asked = JSON.stringify(demand);
  if (kept?.demand === asked) return kept.view;
  const { policy, story, stream, noRevoke, noBarrier, earlyReuse } = demand;
  const view = new PlugView(policy, story, stream, noRevoke, noBarrier, earlyReuse);
  kept?.view.free();
  kept = { demand: asked, view };
  return view;
}

const plug: Served<Plug> = {
  run(demand) {
    const { times, kinds, epochs, blocks, words } = runOf(demand);
    return { times, kinds, epochs, blocks, words: words.split('\n') };
  },
  cut(demand, { after, lost }) {
    const found = runOf(demand).cut(after, lost);
    const { at, lostSeconds, counts } = found;
    found.free();
    const named = Object.fromEntries(counted.map((name, place) => [name, counts[place] ?? 0]));
    return { at, lostSeconds, counts: named as Counts };
  },
  *worst(demand) {
    const view = runOf(demand);
    let tried = 0;
    while (view.search()) {
      tried = view.tried;
      yield view.searched;
    }
    const [after, ...lost] = view.worst();
    if (after === undefined) throw new Error('nothing was written, so there is nothing to cut');
    return { after, lost: Uint32Array.from(lost), tried };
  },
};

/** Fetches and starts the module. */
export async function load(module: URL): Promise<Served<Plug>> {
  await init({ module_or_path: module });
  return plug;
}
