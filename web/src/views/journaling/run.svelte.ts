import { errorText } from '../../engine/error-text';
import { connect, type RaceSnapshot } from '../../engine/live/load';
import type { Scenario } from '../../lab/types';
import type { Session } from '../../session/session.svelte';
import { parameterValues } from '../../engine/parameters';
import { policies } from './plug-words';
import { failures, outputs, standing, type Result } from './shares';

/** The time for which the runs continue between two frames, in milliseconds. */
const between = 120;
const order = Object.keys(policies);

/** Runs of the workload on all file systems at the same time, with the lab's settings. */
export class RunSession {
  results = $state.raw<readonly Result[]>([]);
  phase = $state<'still' | 'running' | 'paused'>('still');
  failure = $state('');
  /** The settings of the results. */
  settings = $state.raw<Scenario>();
  /** Text of the live region: empty during a run. */
  spoken = $state('');

  readonly #lab: Session;
  readonly #engine = connect(() => this.#lost());
  #closed = false;
  /** Number of the newest start. */
  #begun = 0;
  /** Number of the start whose runs are being advanced. */
  #going = 0;

  constructor(lab: Session) {
    this.#lab = lab;
  }

  /** Whether the lab's settings have changed since the start. */
  readonly old = $derived.by(() => {
    const { settings } = this;
    return settings !== undefined && JSON.stringify(settings) !== JSON.stringify(this.#lab.settings);
  });

  /** Finished share of all work, from 0 to 1. */
  readonly done = $derived(
    this.results.reduce((sum, { progress }) => sum + progress, 0) / Math.max(1, this.results.length),
  );

  /** Starts over. */
  run(): Promise<void> {
    const begun = ++this.#begun;
    const { settings, lab } = this.#lab;
    Object.assign(this, { settings, results: [], failure: '', spoken: '', phase: 'running' });
    const scenarios = order.map((policy) => ({ ...settings, policy }));
    const demand = { parameters: parameterValues(lab), scenarios, outputs: [...outputs] };
    return this.#go(begun, () => this.#engine.ask('open', [demand]));
  }

  pause(): void {
    if (this.phase !== 'running') return;
    this.phase = 'paused';
    this.spoken = standing(this.results);
  }

  goOn(): void {
    if (this.phase !== 'paused') return;
    this.phase = 'running';
    this.spoken = '';
    // The pause may have been too short for the running loop to notice it.
    if (this.#going !== this.#begun) void this.#go(this.#begun);
  }

  /** Stops the runs; the results so far are kept. */
  cancel(): void {
    this.#begun++;
    this.phase = 'still';
  }

  /** Shows one snapshot after another until the end or a pause. */
  async #go(begun: number, first = () => this.#engine.ask('advance', [between])): Promise<void> {
    this.#going = begun;
    try {
      for (let ask = first; this.phase === 'running'; ask = () => this.#engine.ask('advance', [between])) {
        const moment = await ask();
        if (begun !== this.#begun) return;
        this.#show(moment);
      }
    } catch (error) {
      if (begun === this.#begun) this.#fail(error);
    } finally {
      if (this.#going === begun) this.#going = 0;
    }
  }

  #show({ values, progress, ended, timelines, problems }: RaceSnapshot): void {
    this.results = order.flatMap((policy, at): Result | [] => {
      if (problems[at]) return [];
      const own = values.subarray(at * outputs.length, (at + 1) * outputs.length);
      const timeline = timelines[at] ?? new Float64Array();
      return { policy, values: own, timeline, progress: progress[at] ?? 0, ended: ended[at] === 1 };
    });
    this.failure = failures(order, problems);
    if (this.results.every(({ ended }) => ended)) {
      this.phase = 'still';
      this.spoken = standing(this.results);
    }
  }

  #lost(): void {
    if (!this.#closed && this.phase !== 'still') this.#fail(new Error('the engine stopped'));
  }

  #fail(error: unknown): void {
    this.phase = 'still';
    const why = errorText(error);
    this.failure = `The runs failed: ${why}. Run again, or change the settings first.`;
  }

  /** Releases all resources when the view is removed. */
  close(): void {
    this.#closed = true;
    this.cancel();
    this.#engine.close();
  }
}
