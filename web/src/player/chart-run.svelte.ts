import { untrack } from 'svelte';
import type { ChartData, ReaderData } from '../charts/data';
import { layoutKind } from '../charts/registry';
import type { Client } from '../engine/client';
import type { Chart, Scenario } from '../lab/types';
import { halfOf, measured, outputsOf, scenarioAt, seriesOf, valuesOf, type Drawn } from './chart';
import { Latest } from '../session/latest.svelte';
import type { Session } from '../session/session.svelte';
import { Sweep } from './sweep.svelte';

/** What the model and the sources say to a chart in one configuration. */
export class ChartRun {
  readonly #session: Session;
  readonly #about: () => Chart;
  readonly #settings: () => Scenario | undefined;
  readonly #xs: () => number[];
  readonly sweep = new Sweep();
  readonly #here = new Latest<string>();
  /** What finds published bounds, fetched in labs that have any. */
  #bounds = $state.raw<typeof import('./limits')>();

  /** `settings` gives nothing while there is no such configuration; `xs` are the places to be computed. */
  constructor(session: Session, chart: () => Chart, settings: () => Scenario | undefined, xs: () => number[]) {
    this.#session = session;
    this.#about = chart;
    this.#settings = settings;
    this.#xs = xs;
  }

  get engine(): Client {
    return this.#session.engine;
  }

  get #chart(): Chart {
    return this.#about();
  }

  readonly series: Drawn[] = $derived.by(() => {
    const settings = this.#settings();
    return settings ? seriesOf(this.#session.lab, this.#chart, settings) : [];
  });
  /** Published values, series by series. */
  readonly points = $derived.by(() => measured(this.#session.lab, this.#chart, this.series));
  /** Published bounds of all series. */
  readonly limits = $derived.by(() => this.#bounds?.limitsOf(this.#session.lab, this.#chart, this.series) ?? []);
  readonly #half = $derived.by(() => halfOf(this.#session.lab, this.#chart));
  /** The outputs that the model is asked for. */
  readonly #outputs = $derived.by(() => [...outputsOf(this.#chart), ...(this.#half ? [this.#half] : [])]);
  readonly #subject = $derived.by(() => JSON.stringify([this.#outputs, this.series.map(({ scenario }) => scenario)]));
  /** Where the reader is along x, if the lab lets them be somewhere. */
  readonly x = $derived.by(() => {
    const { mark, x: setting } = this.#chart;
    const x = setting === undefined ? undefined : this.#settings()?.[setting];
    return layoutKind(mark) === 'curves' && typeof x === 'number' ? x : undefined;
  });
  /** The chart's values where the reader is. */
  readonly values = $derived.by(() =>
    this.#here.values && this.#here.about === `${this.#subject} ${this.x}`
      ? this.#valuesOf(this.#here.values)
      : undefined,
  );
  /** Halves of their confidence intervals; none if they have none. */
  readonly halves = $derived.by(() => this.values && this.#halvesOf(this.#here.values ?? []));
  readonly failure = $derived.by(() => this.sweep.failure || this.#here.failure);
  readonly busy = $derived.by(() => this.#here.busy);

  #valuesOf(outputs: ArrayLike<number>): Float64Array {
    return valuesOf(this.#chart, outputs, this.#outputs.length);
  }

  /** Where there are intervals, half of one stands behind each value. */
  #halvesOf(outputs: ArrayLike<number>): number[] {
    return this.#half ? Array.from(outputs).filter((_, at) => at % 2) : [];
  }

  /** What its chart shows, with the model's values at these places along x. */
  data(xs: readonly number[], { predicted, own }: ReaderData): ChartData {
    const { series, points, limits, sweep } = this;
    return { series, points, limits, sweep, xs, predicted, own };
  }

  /** What the model is asked at an x, series by series. */
  scenarios(x: number): Scenario[] {
    return this.series.map(({ scenario }) => scenarioAt(this.#chart, scenario, x));
  }

  /** Computes what the reader's settings ask for, and does so again whenever they change: to be called in an effect. */
  follow(): (() => void) | undefined {
    const { series } = this;
    const xs = this.#xs();
    if (series.length === 0) return undefined;
    const key = `${this.#subject} ${xs.join()}`;
    void untrack(() => this.#draw(key, xs));
    return () => this.sweep.stop();
  }

  async #draw(key: string, xs: number[]): Promise<void> {
    const outputs = this.#outputs;
    const halves = this.#half !== undefined;
    if (this.#session.lab.tables.some(({ cells }) => cells.flat().some((cell) => typeof cell === 'string')))
      import('./limits').then(
        (module) => (this.#bounds = module),
        () => undefined,
      );
    let last: [Scenario, number] | undefined;
    const ask = async (x: number, signal: AbortSignal): Promise<Float64Array> => {
      const scenarios = this.scenarios(x);
      const values = await this.engine.ask('evaluate', [scenarios, outputs], { signal });
      last = [scenarios[0] ?? {}, values[0] ?? NaN];
      return Float64Array.of(...this.#valuesOf(values), ...this.#halvesOf(values));
    };
    const whole = await this.sweep.draw({ key, xs, wide: this.series.length, halves, ask });
    if (whole && last && this.x === undefined) this.#session.ran(this.#chart.id, last[0], this.#chart.y, last[1]);
  }

  /** Computes the values where the reader is: to be called in an effect. */
  followHere(): void {
    const { x } = this;
    if (x === undefined || this.series.length === 0) return;
    this.#here.ask(this.engine, `${this.#subject} ${x}`, this.scenarios(x), this.#outputs);
  }

  /** Tells the session what the model said where the reader is: to be called in an effect. */
  tell(): void {
    const { x, series } = this;
    const outputs = this.values && this.#here.values;
    if (x === undefined || !outputs) return;
    const settings = this.#settings() ?? {};
    const isOwn = ({ scenario }: Drawn): boolean =>
      Object.entries(scenario).every(([name, value]) => settings[name] === value);
    const own = Math.max(0, series.findIndex(isOwn));
    const output = outputs[own * this.#outputs.length] ?? NaN;
    untrack(() => this.#session.ran(this.#chart.id, this.scenarios(x)[own] ?? {}, this.#chart.y, output));
  }

  resume(): void {
    void this.#draw(`${this.#subject} ${this.#xs().join()}`, this.#xs());
  }
}
