// The state of the page: the network, the baseline to compare it with, the selection, and the changes that can be
// undone.
import { errorText } from '../engine/error-text';
import { Connection } from '../engine/client';
import { start } from '../engine/spawn';
import { History } from '../session/history.svelte';
import { stateIn, withState } from '../state/address';
import { decode, encode } from '../state/code';
import {
  declare,
  hasBalancedBounds,
  loadsOf,
  outputsOf,
  scenarioOf,
  solutionOf,
  type SimulationOptions,
  type Solution,
} from './declare';
import { filePoolIn, filePoolNote, labNetworkIn, netOfFilePool, netOfLab } from './from-lab';
import { loadsToSimulate } from './loads';
import { emptyNet, examples, netIn, OUTSIDE, problemOf, type Net, type NetClass } from './net';
import type { NetworkWorker } from './protocol';
import workerUrl from './worker?worker&url';

/** The bounds of a class by load, in the units of its curves. */
interface CurveBounds {
  throughput: [low: number[], high: number[]];
  response: [low: number[], high: number[]];
}

/** The curves of a class by load. Times are in milliseconds; values without a solution are NaN. */
export interface Curves {
  loads: number[];
  throughput: number[];
  response: number[];
  /** The asymptotic bounds, if all classes are closed. */
  bounds: CurveBounds | undefined;
  /** The balanced job bounds, if the network has them. */
  balanced: CurveBounds | undefined;
}

/** A simulation at several loads. */
export interface Simulated {
  /** The network and the class that were simulated. */
  key: string;
  options: SimulationOptions;
  points: { load: number; solution: Solution }[];
  reason: string;
}

/** The state that undo restores. */
interface Snapshot {
  net: Net;
  original: Net;
}

export const reasonOf = (error: unknown): string =>
  errorText(error)
    .replace(/^./, (letter) => letter.toUpperCase())
    .replace(/\.?$/, '.');

export class Drawing {
  net = $state.raw<Net>(examples[0]?.net ?? emptyNet);
  /** The baseline: the network before the reader's changes, or the one that the reader has set. */
  original = $state.raw<Net>(examples[0]?.net ?? emptyNet);
  /** The id of the selected station; '' if the outside is selected. */
  selected = $state('');
  /** The class whose routes and curves are shown. */
  classId = $state('c1');
  problem = $state('');
  /** A note on the parts of the original system that the drawing leaves out. */
  note = $state('');
  /** The text of the live region. */
  status = $state('');

  solution = $state.raw<Solution>();
  /** The network of the solution: the present one, or the one before the last change. */
  solved = $state.raw<Net>(this.net);
  originalSolution = $state.raw<Solution>();
  /** The reason why the network has no exact solution. */
  reason = $state('');
  curves = $state.raw<Curves>();
  originalCurves = $state.raw<Curves>();
  simulated = $state.raw<Simulated>();
  /** The finished share of a simulation. */
  share = $state<number>();

  readonly history = new History<Snapshot>(() => performance.now());
  readonly worker = new Connection<NetworkWorker>(start(workerUrl));
  #solving: AbortController | undefined;
  #simulating: AbortController | undefined;

  readonly isChanged: boolean = $derived(JSON.stringify(this.original) !== JSON.stringify(this.net));
  readonly current: NetClass | undefined = $derived(
    this.net.classes.find(({ id }) => id === this.classId) ?? this.net.classes[0],
  );
  /** Identifies the network, without positions, and the class whose curves are shown. */
  readonly key: string = $derived(
    JSON.stringify([
      this.current?.id,
      this.net.classes,
      this.net.stations.map(({ id, kind, servers, order }) => [id, kind, servers, order]),
    ]),
  );
  readonly originalKey: string = $derived(
    JSON.stringify([
      this.original.classes,
      this.original.stations.map(({ id, kind, servers, order }) => [id, kind, servers, order]),
    ]),
  );

  /** Changes the network. Undo treats quick successive changes of one subject as one step. */
  edit(what: string, net: Net): void {
    this.history.remember(what, { net: this.net, original: this.original });
    this.net = net;
    this.#repair();
  }

  /** Replaces the network and the baseline. */
  replace(what: string, net: Net): void {
    this.history.remember(what, { net: this.net, original: this.original });
    this.net = net;
    this.original = net;
    this.problem = '';
    this.note = '';
    this.classId = net.classes[0]?.id ?? '';
    this.selected = net.stations.find(({ kind }) => kind === 'queue')?.id ?? OUTSIDE;
    this.status = `${net.title} is open.`;
  }

  /** Sets the network as the baseline for further changes. */
  keep(): void {
    this.history.remember('original', { net: this.net, original: this.original });
    this.original = this.net;
  }

  undo(): void {
    this.#restore(this.history.undo({ net: this.net, original: this.original }), 'Undone');
  }

  redo(): void {
    this.#restore(this.history.redo({ net: this.net, original: this.original }), 'Redone');
  }

  #restore(change: { what: string; state: Snapshot } | undefined, verb: string): void {
    if (!change) return;
    this.net = change.state.net;
    this.original = change.state.original;
    this.problem = '';
    this.#repair();
    this.status = `${verb}: ${change.what}.`;
  }

  /** Replaces selections that no longer exist. */
  #repair(): void {
    if (this.selected !== OUTSIDE && !this.net.stations.some(({ id }) => id === this.selected)) this.selected = OUTSIDE;
    if (!this.net.classes.some(({ id }) => id === this.classId)) this.classId = this.net.classes[0]?.id ?? '';
  }

  /** The address of the page with the network and its baseline. */
  get link(): string {
    return withState(location.href, encode({ net: this.net, ...(this.isChanged ? { original: this.original } : {}) }));
  }

  /** Opens the network that an address contains, possibly a lab's; returns whether it contains one. */
  async openLink(address: string): Promise<boolean> {
    const state = stateIn(address);
    if (state === undefined) return false;
    try {
      const value = decode(state) as { net?: unknown; original?: unknown };
      const pool = filePoolIn(value);
      const lab = labNetworkIn(value);
      if (lab) {
        const numbers = await this.worker.ask('numbers', [lab.network, lab.settings]);
        this.#open(netIn(netOfLab(lab, numbers)));
      } else if (pool) {
        this.#open(netIn(netOfFilePool(pool.title, pool.filePool)));
        this.note = filePoolNote;
      } else {
        const net = netIn(value.net);
        this.#open(net, value.original === undefined ? net : netIn(value.original));
      }
      return true;
    } catch (error) {
      this.problem = reasonOf(error);
      return false;
    }
  }

  #open(net: Net, original = net): void {
    this.net = net;
    this.original = original;
    this.classId = net.classes[0]?.id ?? '';
    this.selected = net.stations.find(({ kind }) => kind === 'queue')?.id ?? OUTSIDE;
  }

  /** Solves the network and, if it was changed, the baseline: first at the present loads, then for the curves. */
  async solve(): Promise<void> {
    this.#solving?.abort();
    const abort = (this.#solving = new AbortController());
    const { net, original, current, isChanged } = this;
    const problem = problemOf(net);
    if (problem !== undefined || !current) {
      this.solution = undefined;
      this.curves = undefined;
      this.reason = problem ?? '';
      return;
    }
    const options = { signal: abort.signal };
    const one = async (of: Net): Promise<{ solution: Solution | undefined; reason: string }> => {
      if (problemOf(of) !== undefined) return { solution: undefined, reason: '' };
      const outputs = outputsOf(of);
      const { values, reason } = await this.worker.ask('solve', [declare(of), [scenarioOf(of)], outputs], options);
      return { solution: solutionOf(of, outputs, values), reason };
    };
    try {
      const { solution, reason } = await one(net);
      this.solved = net;
      this.solution = solution;
      this.reason = reason === '' ? '' : reasonOf(reason);
      this.originalSolution = isChanged ? (await one(original)).solution : solution;
      const isUsable = isChanged && problemOf(original) === undefined;
      const loads = loadsOf(isUsable ? [net, original] : [net], current.id);
      this.curves = await this.#curves(net, current.id, loads, abort.signal);
      const isComparable =
        isUsable && original.classes.some(({ id, kind }) => id === current.id && kind === current.kind);
      this.originalCurves = isComparable ? await this.#curves(original, current.id, loads, abort.signal) : undefined;
    } catch (error) {
      if (abort.signal.aborted) return;
      this.solution = undefined;
      this.curves = undefined;
      this.reason = reasonOf(error);
    }
  }

  async #curves(net: Net, id: string, loads: number[], signal: AbortSignal): Promise<Curves> {
    const isClosed = net.classes.every(({ kind }) => kind === 'closed');
    const declared = declare(net);
    const column = (values: Float64Array, width: number, at: number, factor = 1): number[] =>
      loads.map((_, i) => factor * (values[width * i + at] ?? NaN));
    const scenarios = loads.map((load) => scenarioOf(net, { id, load }));
    const { values } = await this.worker.ask('solve', [declared, scenarios, [`x_${id}`, `r_${id}`]], { signal });
    const exact = { loads, throughput: column(values, 2, 0), response: column(values, 2, 1, 1000) };
    if (!isClosed) return { ...exact, bounds: undefined, balanced: undefined };
    // Bounds exist even if the network has no exact solution.
    const limits = scenarios.map((scenario) => ({ ...scenario, method: 'bounds' }));
    const boundsOf = async (prefix: string): Promise<CurveBounds> => {
      const names = ['xmin', 'xmax', 'rmin', 'rmax'].map((name) => `${prefix}${name}_${id}`);
      const bounds = await this.worker.ask('solve', [declared, limits, names], { signal });
      const of = (at: number, factor = 1): number[] => column(bounds.values, names.length, at, factor);
      return { throughput: [of(0), of(1)], response: [of(2, 1000), of(3, 1000)] };
    };
    return {
      ...exact,
      bounds: await boundsOf(''),
      balanced: hasBalancedBounds(net) ? await boundsOf('b') : undefined,
    };
  }

  /** Simulates the class at several loads. */
  async simulate(options: SimulationOptions): Promise<void> {
    const { net, current, key } = this;
    const problem = problemOf(net);
    if (problem !== undefined || !current) {
      this.problem = problem ?? '';
      return;
    }
    this.#simulating?.abort();
    const abort = (this.#simulating = new AbortController());
    this.share = 0;
    this.problem = '';
    this.status = 'The simulation has started.';
    const present = current.kind === 'closed' ? current.population : current.rate;
    const loads = loadsToSimulate(loadsOf([net], current.id), present);
    const outputs = outputsOf(net);
    const scenarios = loads.map((load) => scenarioOf(net, { id: current.id, load }, options));
    try {
      const { values, reason } = await this.worker.ask('solve', [declare(net), scenarios, outputs], {
        signal: abort.signal,
        progress: (share) => (this.share = share),
      });
      const points = loads.flatMap((load, at) => {
        const solution = solutionOf(net, outputs, values.subarray(at * outputs.length, (at + 1) * outputs.length));
        return solution ? [{ load, solution }] : [];
      });
      this.simulated = { key, options, points, reason };
      this.status = `The simulation has ended: ${points.length} of ${loads.length} loads have results.`;
      if (points.length === 0) this.problem = reasonOf(reason);
    } catch (error) {
      if (!abort.signal.aborted) this.problem = `The network cannot be simulated: ${reasonOf(error)}`;
    } finally {
      if (this.#simulating === abort) this.share = undefined;
    }
  }

  cancel(): void {
    this.#simulating?.abort();
    this.share = undefined;
    this.status = 'The simulation was canceled.';
  }

  /** Stops all work. */
  close(): void {
    this.#solving?.abort();
    this.#simulating?.abort();
    this.worker.close();
  }
}
