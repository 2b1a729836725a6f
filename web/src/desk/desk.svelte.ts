// The model desk: a lab, the reader's changes to its fit, and the last result.
import { errorText } from '../engine/error-text';
import { SvelteMap } from 'svelte/reactivity';
import { counted } from '../charts/format';
import { save } from '../charts/save';
import { Connection } from '../engine/client';
import { start } from '../engine/spawn';
import { roleOf } from '../lab/cells';
import { hostedLabIn } from '../author/link';
import { publishedLab } from '../lab/published';
import type { Lab, Parameter, Role, Table } from '../lab/types';
import { versionOf } from '../lab/version';
import { isIndependent } from '../player/summary';
import { keys, stateIn, valueIn, withState } from '../state/address';
import { decode, encode, LinkError } from '../state/code';
import { mechanismsOf, type Mechanism } from './mechanisms';
import type { DeskWorker, FitRequest, FitResult } from './protocol';
import workerUrl from './worker?worker&url';

/** A reader's choice for a parameter: fitted, or fixed at a value. */
export interface ParameterChoice {
  fitted: boolean;
  /** As typed. */
  value: string;
}

/** A fit that is kept for comparison with the next one. */
export interface Variant {
  request: FitRequest;
  /** Undefined until the variant is fitted: a link contains only the request. */
  result: FitResult | undefined;
}

/** The content of a link to the desk. */
interface DeskLink {
  lab: string;
  request: FitRequest;
  /** The request of the kept variant. */
  kept?: FitRequest;
}

/** The numbers of draws that a reader can choose, with their labels. */
export const draws = { 0: 'none', 50: '50 draws', 400: '400 draws' } as const;

/** The change of each chosen parameter in percent, unless the reader selects another change. */
export const defaultLeverage = 20;

/** The subsets that a reader can leave out, with their labels. */
export const foldKinds = {
  '': 'none',
  row: 'each row of a table',
  column: 'each column of a table',
  configuration: 'each configuration',
  random: 'ten random folds',
} as const;
export type FoldKind = keyof typeof foldKinds;

const isFoldKind = (name: string): name is FoldKind => name in foldKinds;

/** Returns an argument of a command, quoted if a shell would change it. */
const quoted = (text: string): string => (/^[\w:=.,/-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

export class DeskState {
  lab: Lab | undefined = $state.raw();
  /** Whether the lab comes from outside the site. */
  isOwn = $state(false);
  /** The parameters that differ from the lab's. */
  readonly choices = new SvelteMap<string, ParameterChoice>();
  /** The cells with a changed role, as `table:row:column`. */
  readonly roles = new SvelteMap<string, Role>();
  /** The reader's values for cells, as typed, by `table:row:column`. */
  readonly values = new SvelteMap<string, string>();
  /** The variant that later fits are compared with. */
  kept: Variant | undefined = $state.raw();
  draws = $state(0);
  foldKind: FoldKind = $state('');
  /** The change of each chosen parameter in percent; 0 for no change. */
  leverage = $state(0);
  result: FitResult | undefined = $state.raw();
  /** The request of the last fit. */
  answered: FitRequest | undefined = $state.raw();
  /** The finished share while a fit runs. */
  share: number | undefined = $state();
  /** The reason why there is no lab or no result. */
  problem = $state('');
  /** The text of the live region. */
  status = $state('');

  #connection: Connection<DeskWorker> | undefined;
  #abort: AbortController | undefined;

  readonly request: FitRequest = $derived.by(() => this.#request());
  /** Whether the results are older than the last change. */
  readonly isOutdated: boolean = $derived(
    this.answered !== undefined && JSON.stringify(this.answered) !== JSON.stringify(this.request),
  );
  /** The number of parameters and cells that differ from the lab's. */
  readonly changes: number = $derived(this.choices.size + this.roles.size + this.values.size);
  /** Whether the lab has a chosen parameter with a value other than 0, which a percentage can change. */
  readonly hasChosen: boolean = $derived(
    Object.values(this.lab?.parameters ?? {}).some(({ provenance, value }) => provenance === 'assumed' && value !== 0),
  );
  /** The mechanisms of the lab's model, in the order of its parameters. */
  readonly mechanisms: readonly Mechanism[] = $derived(mechanismsOf(this.lab?.parameters ?? {}));

  /** The request as a command. */
  readonly command: string = $derived.by(() => {
    const { fix = [], free = [], value = [], role = [], cross_validate: folds, leverage, bootstrap } = this.request;
    const options = [
      ...fix.map((text) => ['--fix', text]),
      ...free.map((text) => ['--free', text]),
      ...value.map((text) => ['--value', text]),
      ...role.map((text) => ['--role', text]),
      ...(folds ? [['--cross-validate', folds]] : []),
      ...(leverage ? [['--leverage', String(leverage)]] : []),
      ...(bootstrap ? [['--bootstrap', String(bootstrap)]] : []),
    ];
    return ['pathlength', 'calibrate', this.lab?.id ?? '', ...options.flat(), '--format', 'json'].map(quoted).join(' ');
  });

  /** Returns the choice for a parameter, by default the lab's. */
  choice(name: string): ParameterChoice {
    return this.choices.get(name) ?? this.#asPublished(name);
  }

  setChoice(name: string, choice: ParameterChoice): void {
    const { fitted, value } = this.#asPublished(name);
    if (choice.fitted === fitted && (choice.value === value || choice.fitted)) this.choices.delete(name);
    else this.choices.set(name, choice);
  }

  /** Returns whether all parameters of a mechanism are fixed at their neutral values. */
  isOff({ neutral }: Mechanism): boolean {
    return neutral.every(([name, value]) => {
      const choice = this.choice(name);
      return !choice.fitted && Number(choice.value) === value;
    });
  }

  /** Switches a mechanism off, or back to the lab's parameters. */
  switch(mechanism: Mechanism, on: boolean): void {
    for (const [name, value] of mechanism.neutral)
      this.setChoice(name, on ? this.#asPublished(name) : { fitted: false, value: String(value) });
    this.status = `${mechanism.title}: ${on ? 'on' : 'off'} in the next fit.`;
  }

  /** Returns the value of a cell in the next fit, as typed; empty for the published one. */
  value(table: Table, row: number, column: number): string {
    return this.values.get(this.#cell(table, row, column)) ?? '';
  }

  /** Replaces the value of a cell with the reader's value, or with the published one if the text is empty. */
  setValue(table: Table, row: number, column: number, text: string): void {
    const cell = this.#cell(table, row, column);
    if (text.trim() === '') this.values.delete(cell);
    else this.values.set(cell, text.trim());
  }

  /** Keeps the last fit as a variant: later fits are compared with it. */
  keep(): void {
    if (!this.result || !this.answered) return;
    this.kept = { request: this.answered, result: this.result };
    this.status = 'Kept as variant A. Change something and fit again: the next fit is variant B.';
  }

  dropKept(): void {
    this.kept = undefined;
    this.status = 'Variant A is removed.';
  }

  /** Returns the role of a cell in the next fit. */
  role(table: Table, row: number, column: number): Role {
    return this.roles.get(this.#cell(table, row, column)) ?? roleOf(table, row, column);
  }

  /** Removes cells from the fit, or adds them if none of them is in it. */
  toggle(table: Table, cells: readonly (readonly [row: number, column: number])[]): void {
    const usable = cells.filter(([row, column]) => this.isUsable(table, row, column));
    const isFitted = usable.some(([row, column]) => this.role(table, row, column) === 'fit');
    const role = isFitted ? 'held_out' : 'fit';
    for (const [row, column] of usable) {
      const cell = this.#cell(table, row, column);
      if (roleOf(table, row, column) === role) this.roles.delete(cell);
      else this.roles.set(cell, role);
    }
    this.status = `${counted(usable.length, 'cell', 'cells')} ${isFitted ? 'held out' : 'in the fit'}.`;
  }

  /** Returns whether a cell can be in the fit. */
  isUsable(table: Table, row: number, column: number): boolean {
    return isIndependent(roleOf(table, row, column)) && typeof table.cells[row]?.[column] === 'number';
  }

  reset(): void {
    this.choices.clear();
    this.roles.clear();
    this.values.clear();
    this.status = 'All parameters and cells are as in the lab.';
  }

  /** Opens a lab of the site. */
  async open(id: string): Promise<void> {
    this.#close();
    try {
      this.#begin(await publishedLab(id), id);
    } catch (error) {
      this.problem = `The lab could not be fetched (${errorText(error)}). Choose it again.`;
    }
  }

  /** Opens the lab that an address contains, or the lab on another site that the address names. */
  async #openOwn(address: string): Promise<void> {
    this.#close();
    const { labOf } = await import('../linked/lab');
    const opened = await labOf(address);
    if (!opened) throw new LinkError('This link contains no lab');
    this.isOwn = true;
    this.#begin(opened.lab, opened.lab);
  }

  #begin(lab: Lab, source: string | Lab): void {
    this.lab = lab;
    this.#connection = new Connection<DeskWorker>(start(workerUrl));
    this.#connection.begin('open', [source]);
  }

  #close(): void {
    this.cancel();
    this.#connection?.close();
    this.result = undefined;
    this.answered = undefined;
    this.problem = '';
    this.choices.clear();
    this.roles.clear();
    this.values.clear();
    this.kept = undefined;
    this.foldKind = '';
    this.leverage = 0;
    this.draws = 0;
    this.isOwn = false;
    this.lab = undefined;
  }

  /** Opens the lab and the changes in an address; if the address names no lab, opens the first of the site's labs. */
  async openAddress(address: string, published: readonly string[]): Promise<void> {
    const text = stateIn(address);
    try {
      const link = text === undefined ? undefined : (decode(text) as DeskLink);
      if (link && (typeof link.lab !== 'string' || !/^[\w-]{1,100}$/.test(link.lab)))
        throw new LinkError('This link does not name a lab');
      const named = valueIn(address, keys.lab);
      // The sources of a lab in a link begin with their version and a full stop; the id of a lab contains no full stop.
      const isOwn = named === undefined ? hostedLabIn(address) !== undefined : named.includes('.');
      if (isOwn) await this.#openOwn(address);
      else await this.open(link?.lab ?? named ?? published[0] ?? '');
      if (!link || this.lab?.id !== link.lab) return;
      this.take(link.request);
      if (link.kept) this.kept = { request: link.kept, result: undefined };
    } catch (error) {
      if (!(error instanceof LinkError)) throw error;
      this.problem = `${error.message}. Copy the whole link again, or choose a lab.`;
    }
  }

  /** Returns the link to these changes. */
  link(address: string): string {
    const { lab, isOwn, request, kept } = this;
    const link: DeskLink = { lab: lab?.id ?? '', request, ...(kept && { kept: kept.request }) };
    // The address may still contain an author's lab that the reader has closed.
    const page = isOwn ? address : address.replace(/[?#].*/, '');
    return withState(page, encode(link), '');
  }

  cancel(): void {
    this.#abort?.abort(new DOMException('cancelled', 'AbortError'));
  }

  /** Fits the parameters with the current choices; returns whether there is a result. */
  async fit(): Promise<boolean> {
    const connection = this.#connection;
    if (!connection) return false;
    this.cancel();
    const abort = (this.#abort = new AbortController());
    const request = this.request;
    this.problem = '';
    this.share = 0;
    this.status = 'Fitting …';
    try {
      const progress = (done: number): void => {
        if (!abort.signal.aborted) this.share = done;
      };
      const study = (request: FitRequest): Promise<FitResult> =>
        connection.ask('study', [$state.snapshot(request)], { signal: abort.signal, progress });
      // A variant from a link has no result yet.
      const { kept } = this;
      if (kept && !kept.result) this.kept = { ...kept, result: await study(kept.request) };
      this.result = await study(request);
      this.answered = request;
      this.status = 'Fitted. The errors before and after are below.';
      return true;
    } catch (error) {
      if (abort.signal.aborted) this.status = 'Canceled.';
      else {
        this.problem = `Could not fit: ${errorText(error)}.`;
        this.status = 'The fit failed.';
      }
      return false;
    } finally {
      if (this.#abort === abort) this.share = undefined;
    }
  }

  /** Saves the command's JSON; for an author's lab, under the name that the file has in the lab's folder. */
  saveReport(): void {
    const { lab, isOwn, result } = this;
    if (lab && result) save(isOwn ? 'fit.json' : `${lab.id}-fit.json`, 'application/json', result.text);
  }

  /** Saves the fit as a file that `pathlength rerun` repeats. */
  saveRun(): void {
    const { lab, answered } = this;
    if (!lab || !answered) return;
    const { lab_hash: hash, engine } = versionOf(lab);
    const name = `${lab.id}-fit`;
    const run = {
      format: 'pathlength-run',
      version: 1,
      engine,
      lab: { id: lab.id, hash },
      command: `pathlength rerun ${name}.run.json -o ${name}.json`,
      fit: answered,
    };
    save(`${name}.run.json`, 'application/json', `${JSON.stringify(run, undefined, 1)}\n`);
  }

  #cell({ id, rows, fields }: Table, row: number, column: number): string {
    return `${id}:${rows[row] ?? ''}:${fields[column]?.name ?? ''}`;
  }

  #parameter(name: string): Parameter | undefined {
    return this.lab?.parameters[name];
  }

  #asPublished(name: string): ParameterChoice {
    const parameter = this.#parameter(name);
    return { fitted: parameter?.provenance === 'fitted', value: String(parameter?.value ?? '') };
  }

  #request(): FitRequest {
    const fix: string[] = [];
    const free: string[] = [];
    for (const [name, { fitted, value }] of this.choices) {
      const own = this.#asPublished(name);
      const given = value.trim();
      const isOther = given !== own.value && given !== '';
      if (!fitted) fix.push(isOther ? `${name}=${given}` : name);
      else if (!own.fitted) {
        if (isOther) fix.push(`${name}=${given}`);
        free.push(name);
      }
    }
    const value = Array.from(this.values, ([cell, value]) => `${cell}=${value}`);
    const role = Array.from(this.roles, ([cell, role]) => `${cell}=${role}`);
    return {
      ...(fix.length > 0 && { fix }),
      ...(free.length > 0 && { free }),
      ...(value.length > 0 && { value }),
      ...(role.length > 0 && { role }),
      ...(this.foldKind !== '' && { cross_validate: this.foldKind }),
      ...(this.leverage > 0 && { leverage: this.leverage }),
      bootstrap: this.draws,
      seed: 1,
    };
  }

  /** Applies the changes in a request, except changes to parameters that the lab does not have. */
  take({ fix = [], free = [], value = [], role = [], ...studies }: FitRequest): void {
    const { cross_validate: folds = '', leverage = 0, bootstrap = 0 } = studies;
    for (const text of fix) {
      const [name = '', value] = text.split('=');
      if (this.#parameter(name)) this.setChoice(name, { fitted: false, value: value ?? this.#asPublished(name).value });
    }
    for (const name of free)
      if (this.#parameter(name)) this.setChoice(name, { fitted: true, value: this.choice(name).value });
    for (const text of value) {
      const [cell = '', number = ''] = text.split('=');
      this.values.set(cell, number);
    }
    for (const text of role) {
      const [cell = '', name = ''] = text.split('=');
      if (name === 'fit' || name === 'held_out') this.roles.set(cell, name);
    }
    this.foldKind = isFoldKind(folds) ? folds : '';
    this.leverage = leverage;
    this.draws = bootstrap;
  }
}
