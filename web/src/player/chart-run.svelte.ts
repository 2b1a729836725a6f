import { untrack } from 'svelte';
import type { ChartData, ReaderData } from '../charts/data';
import { layoutKind } from '../charts/registry';
import type { Client } from '../engine/client';
import type { Chart, Scenario } from '../lab/types';
import {
  halfWidthOutput,
  placesOf,
  publishedPoints,
  outputsOf,
  scenarioAt,
  seriesOf,
  valuesOf,
  type ChartSeries,
} from './chart';
import { keepEqual } from './kept';
import { Latest } from '../session/latest.svelte';
import type { Session } from '../session/session.svelte';
import { Sweep } from './sweep.svelte';

/** A chart's model values and published values in one configuration. */
export class ChartRun {
  readonly #session: Session;
  readonly #getChart: () => Chart;
  readonly #settings: () => Scenario | undefined;
  readonly #xs: () => number[];
  readonly sweep = new Sweep();
  readonly #atReader = new Latest<{ subject: string; x: number }>();
  readonly #atPublished = new Latest<string>();
  /** The uncertainty of the values; loads when the first values are drawn. */
  #doubt = $state.raw<import('./chart-doubt.svelte').ChartDoubt>();
  /** Whether the uncertainty is being computed. */
  qualifying = $state(false);
  /** The request whose values are shown or being computed. */
  #key = '';
  /** The module that finds published bounds, fetched in labs that contain any. */
  #bounds = $state.raw<typeof import('./limits')>();

  /** `settings` returns undefined if the configuration does not exist; `xs` returns the x values to compute. */
  constructor(session: Session, chart: () => Chart, settings: () => Scenario | undefined, xs: () => number[]) {
    this.#session = session;
    this.#getChart = chart;
    this.#settings = settings;
    this.#xs = xs;
  }

  get engine(): Client {
    return this.#session.engine;
  }

  get #chart(): Chart {
    return this.#getChart();
  }

  readonly #keepSeries = keepEqual<ChartSeries[]>();
  /** The series; the array stays the same while only the setting on the x axis changes. */
  readonly series: ChartSeries[] = $derived.by(() => {
    const settings = this.#settings();
    return this.#keepSeries(settings ? seriesOf(this.#session.lab, this.#chart, settings) : []);
  });
  readonly #published = $derived.by(() => publishedPoints(this.#session.lab, this.#chart, this.series));
  /** The x values of published values, for a chart of curves. */
  readonly #places = $derived.by(() => (layoutKind(this.#chart.mark) === 'curves' ? placesOf(this.#published) : []));
  /** Published values, series by series, each with the model's value once it is known. */
  readonly points = $derived.by(() => {
    const { values, about } = this.#atPublished;
    const each = this.series.length * this.#outputs.length;
    const modelAt = (x: number): ArrayLike<number> => {
      if (this.#places.length === 0) return this.sweep.columns.map((ys) => ys[this.#xs().indexOf(x)] ?? NaN);
      const at = this.#places.indexOf(x) * each;
      return values && about === this.#placesSubject ? this.#valuesOf(values.subarray(at, at + each)) : [];
    };
    return this.#published.map((all, s) => all.map((point) => ({ ...point, model: modelAt(point.x)[s] ?? NaN })));
  });
  /** Published bounds of all series. */
  readonly limits = $derived.by(() => this.#bounds?.limitsOf(this.#session.lab, this.#chart, this.series) ?? []);
  readonly #half = $derived.by(() => halfWidthOutput(this.#session.lab, this.#chart));
  /** The outputs that the model computes. */
  readonly #outputs = $derived.by(() => [...outputsOf(this.#chart), ...(this.#half ? [this.#half] : [])]);
  readonly #subject = $derived.by(() => JSON.stringify([this.#outputs, this.series.map(({ scenario }) => scenario)]));
  readonly #placesSubject = $derived.by(() => `${this.#subject} ${this.#places.join()}`);
  /** The reader's x value, in charts of curves with a setting on the x axis. */
  readonly x = $derived.by(() => {
    const { mark, x: setting } = this.#chart;
    const x = setting === undefined ? undefined : this.#settings()?.[setting];
    return layoutKind(mark) === 'curves' && typeof x === 'number' ? x : undefined;
  });
  /**
   * The chart's values at the reader's x, with the half-widths of their confidence intervals, if they have any. Until
   * the values at a new x are computed, these are the values at the last x, so that nothing is removed and redrawn
   * while a handle moves.
   */
  readonly at = $derived.by(() => {
    const { values, about } = this.#atReader;
    return values && about?.subject === this.#subject
      ? { x: about.x, values: this.#valuesOf(values), halves: this.#halvesOf(values) }
      : undefined;
  });
  readonly failure = $derived.by(() => this.sweep.failure || this.#atReader.failure);
  readonly busy = $derived.by(() => this.#atReader.busy);

  #valuesOf(outputs: ArrayLike<number>): Float64Array {
    return valuesOf(this.#chart, outputs, this.#outputs.length);
  }

  /** Returns the half-widths, each of which follows its value in the outputs; empty if there are no intervals. */
  #halvesOf(outputs: ArrayLike<number>): number[] {
    return this.#half ? Array.from(outputs).filter((_, at) => at % 2) : [];
  }

  /** Returns the chart's data, with the model's values at the given x values. */
  data(xs: readonly number[], { predicted, own }: ReaderData): ChartData {
    const { series, points, limits, sweep } = this;
    const doubt = this.#doubt?.of(this.#session.lab, { chart: this.#chart, series, xs }, points);
    return { series, points, limits, sweep, xs, predicted, own, doubt };
  }

  /** Returns the scenarios at an x, series by series. */
  scenarios(x: number): Scenario[] {
    return this.series.map(({ scenario }) => scenarioAt(this.#chart, scenario, x));
  }

  /**
   * Computes the chart at the reader's settings. Call it in an effect, which repeats the call when the settings change.
   */
  follow(): (() => void) | undefined {
    const { series } = this;
    const xs = this.#xs();
    if (series.length === 0) return undefined;
    const key = `${this.#subject} ${xs.join()}`;
    void untrack(() => this.#draw(key, xs));
    return () => {
      // Pending intervals are no longer needed.
      this.#key = '';
      this.sweep.stop();
      this.#doubt?.stop();
    };
  }

  async #draw(key: string, xs: number[]): Promise<void> {
    this.#key = key;
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
    const complete = await this.sweep.draw({
      key,
      xs,
      width: this.series.length,
      halves,
      lanes: this.engine.lanes,
      ask,
    });
    if (complete && last && this.x === undefined) this.#session.ran(this.#chart.id, last[0], this.#chart.y, last[1]);
    if (!complete) return;
    this.qualifying = true;
    await this.#qualify(key, xs).catch(() => undefined);
    this.qualifying = false;
  }

  async #qualify(key: string, xs: number[]): Promise<void> {
    const { ChartDoubt, fetchDoubtMarks } = await import('./chart-doubt.svelte');
    await fetchDoubtMarks();
    this.#doubt ??= new ChartDoubt();
    // Other values may be pending by now, or the chart may be gone.
    if (key !== this.#key) return;
    const { columns } = this.sweep;
    await this.#doubt.find(this.#session, { chart: this.#chart, series: this.series, xs, columns });
  }

  /** Computes the values at the reader's x. Call it in an effect. */
  followReader(): void {
    const { x } = this;
    if (x === undefined || this.series.length === 0) return;
    this.#atReader.ask(this.engine, { subject: this.#subject, x }, this.scenarios(x), this.#outputs);
  }

  /** Computes the model's values at the x values of published values. Call it in an effect. */
  followPublished(): void {
    if (this.#places.length === 0 || this.#atPublished.about === this.#placesSubject) return;
    const scenarios = this.#places.flatMap((x) => this.scenarios(x));
    this.#atPublished.ask(this.engine, this.#placesSubject, scenarios, this.#outputs);
  }

  /** Records the model's value at the reader's x in the session. Call it in an effect. */
  record(): void {
    const { x, series } = this;
    const outputs = this.#atReader.values;
    if (x === undefined || this.at?.x !== x || !outputs) return;
    const settings = this.#settings() ?? {};
    const isOwn = ({ scenario }: ChartSeries): boolean =>
      Object.entries(scenario).every(([name, value]) => settings[name] === value);
    const own = Math.max(0, series.findIndex(isOwn));
    const output = outputs[own * this.#outputs.length] ?? NaN;
    untrack(() => this.#session.ran(this.#chart.id, this.scenarios(x)[own] ?? {}, this.#chart.y, output));
  }

  resume(): void {
    void this.#draw(`${this.#subject} ${this.#xs().join()}`, this.#xs());
  }
}
