import { errorText } from '../../../engine/error-text';
import type { Words } from '../../../language';
import { count, counted, factor } from '../../../charts/format';
import type { Pages } from '../../../engine/live/protocol';
import {
  connect,
  type ConversionResult,
  type CrashResult,
  type Format,
  type Pages as Directory,
  type AggregateSnapshot,
  type PowerFailure,
} from '../../../engine/live/aggregate';
import { namesOf } from '../../../engine/live/names';
import { Playback } from '../../playback.svelte';

/** The directory that contains the names. */
export const path = '/directory';
/** The maximum size of a file of names, in bytes. */
export const MAX_FILE_BYTES = 1024 * 1024;

/** Time in which the writes of a conversion are played, in milliseconds. */
const PLAY_MS = 2600;

export const other = (format: Format): Format => (format === 'v4' ? 'v5' : 'v4');

/** A directory in an aggregate, its conversion, and power failures during the conversion. */
export class ConversionSession {
  picture = $state.raw<AggregateSnapshot>();
  /** The aggregate before its conversion. */
  before = $state.raw<AggregateSnapshot>();
  converted = $state.raw<ConversionResult>();
  /** The result of a power failure after the writes played so far. */
  crashed = $state.raw<CrashResult>();
  status = $state('');
  refused = $state(false);
  working = $state(false);
  done = $state(0);
  readonly playback = new Playback(() => PLAY_MS);
  /** The disk, and the effect of a power failure on its unflushed writes. */
  failure = $state.raw<PowerFailure>({ disk: 'in-order', loss: 'nothing' });
  /** The format of the directory before its conversion. */
  from = $state<Format>('v4');
  #abort: AbortController | undefined;
  #crashing = false;
  #remake: (() => Promise<void>) | undefined;
  #closed = false;
  readonly #engine = connect(() => {
    if (!this.#closed) this.#report('The engine stopped and the aggregate was lost. Create a new one.', true);
  });

  readonly names = $derived(this.picture?.directory?.names ?? 0);
  readonly description = $derived(this.crashed ? describeCrash(this.crashed, this.playback.at) : '');
  /** Whether power is cut before the conversion is complete. */
  readonly isCut = $derived(this.converted !== undefined && !this.playback.playing && !this.playback.ended);
  /** The pages of the directory as arrays: the current pages, or those after a power failure. */
  readonly pages = $derived.by(() => {
    const directory = (this.isCut ? this.crashed?.picture : this.picture)?.directory;
    return directory && columnsOf(directory);
  });

  /** Creates an aggregate with one directory of generated names. */
  create(pattern: string, number: number, format: Format, hasFreeSpace: boolean): Promise<void> {
    const lines = new Blob([[...namesOf(pattern, 0, number, 1)].join('\n')]);
    return this.#begin(lines, number, format, hasFreeSpace);
  }

  /** Creates an aggregate with the names of the reader's file. */
  async take(file: File, format: Format): Promise<void> {
    if (file.size > MAX_FILE_BYTES) {
      this.#report(`${file.name} is larger than 1 MB. Choose a smaller file.`, true);
      return;
    }
    const lines = (await file.text()).split('\n').length;
    await this.#begin(file, lines, format, true);
  }

  /** Converts the directory and plays the writes, or shows their end with `still`. */
  convert(still: boolean): Promise<void> {
    return this.#run(async () => {
      const before = this.picture;
      const directory = before?.directory;
      if (!directory) return;
      this.from = directory.format;
      const converted = await this.#engine.ask('convert', [path, other(directory.format)]);
      await this.#refresh();
      if (typeof converted === 'string') {
        this.#report(`${converted}.`, true);
        return;
      }
      Object.assign(this, { before, converted });
      this.playback.open(converted.writes, still ? converted.writes : 0);
      if (!still) this.playback.run(converted.writes, PLAY_MS);
      const { names, grown, writes } = converted;
      // The pages, as in the picture: a v4 directory also has blocks that map them.
      const bytes = this.picture?.directory?.bytes ?? NaN;
      const [was, is] = [
        `${count(directory.bytes / 1024)} KB in format ${this.from}`,
        `${count(bytes / 1024)} KB in format ${other(this.from)}`,
      ];
      const more = grown > 0 ? ` The aggregate grew ${counted(grown, 'time', 'times')}.` : '';
      this.#report(
        `${counted(names, 'name', 'names')} took ${was} and now take ${is}: ${factor(directory.bytes / bytes)} as many names per KB as before. ` +
          `${counted(writes, 'block was', 'blocks were')} written.${more}`,
      );
    });
  }

  /** Recreates the same directory and converts it. */
  async again(still: boolean): Promise<void> {
    await this.#remake?.();
    await this.convert(still);
  }

  /** Cuts power after the writes played so far, and recovers. */
  async crash(): Promise<void> {
    if (this.#crashing) return;
    this.#crashing = true;
    try {
      // The playback and the selected failure may change during a crash, which is then repeated with the new values.
      for (
        let at = -1, failure: PowerFailure | undefined;
        this.converted && (at !== this.playback.at || failure !== this.failure);
      ) {
        const { converted } = this;
        ({ failure } = this);
        at = this.playback.at;
        const crashed = await this.#engine.ask('crash', [at, failure, path]);
        if (this.converted === converted) this.crashed = crashed;
      }
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#crashing = false;
    }
  }

  /** Cuts power after every write in turn. */
  crashEverywhere(): Promise<void> {
    return this.#run(async () => {
      const { converted, names, failure } = this;
      if (!converted) return;
      this.playback.go(converted.writes);
      const { signal } = (this.#abort = new AbortController());
      const counts = { v4: 0, v5: 0, '': 0 };
      const failedAt: number[] = [];
      for (let writes = 0; writes <= converted.writes && !signal.aborted; writes++) {
        const crashed = await this.#engine.ask('crash', [writes, failure]);
        counts[crashed.format]++;
        if (crashed.troubles.length > 0 || crashed.missing > 0 || crashed.names !== names) failedAt.push(writes);
        this.done = writes / converted.writes;
      }
      if (signal.aborted) {
        this.#report('Canceled.');
        return;
      }
      const readable = `Power was cut ${count(converted.writes + 1)} times: the directory was in format v4 after ${count(counts.v4)} of the cuts, and in format v5 after ${count(counts.v5)}`;
      const summary = `${readable}${counts[''] > 0 ? `; ${count(counts[''])} left it unreadable` : ''}`;
      if (failedAt.length === 0) this.#report(`${summary}. Each cut left all ${count(names)} names and no damage.`);
      else
        this.#report(
          `${summary}. ${counted(failedAt.length, 'cut', 'cuts')} caused damage, the first after ${counted(failedAt[0] ?? 0, 'write', 'writes')}.`,
          true,
        );
    });
  }

  /** Removes all names. */
  empty(): Promise<void> {
    return this.#run(async () => {
      const before = this.picture?.directory;
      const removed = await this.#engine.ask('empty', [path], { progress: (done) => (this.done = done) });
      await this.#refresh();
      const now = this.picture?.directory;
      if (!before || !now) return;
      this.#report(
        `${counted(removed, 'name', 'names')} removed. Directory size: ${count(before.bytes / 1024)} KB before, ${count(now.bytes / 1024)} KB now.`,
      );
    });
  }

  cancel(): void {
    this.#abort?.abort();
  }

  close(): void {
    this.#closed = true;
    this.playback.pause();
    this.cancel();
    this.#engine.close();
  }

  #begin(lines: Blob, number: number, format: Format, hasFreeSpace: boolean): Promise<void> {
    this.#remake = () => this.#begin(lines, number, format, hasFreeSpace);
    return this.#run(async () => {
      // Space for the pages of both formats with names of medium length, the log, and a reserve.
      const kilobytes = 8 * Math.ceil(60 + number / 20);
      const version = format === 'v4' ? '1.4' : '1.5';
      await this.#engine.ask('open', [{ kilobytes, version, growBy: 0, growTo: kilobytes }]);
      const refused = await this.#engine.ask('apply', [{ do: 'make_directory', path }]);
      if (refused) throw new Error(refused);
      const { entered, rejected, first } = await this.#engine.ask('fill', [path, lines], {
        progress: (done) => (this.done = done),
      });
      if (!hasFreeSpace) await this.#useUpSpace();
      await this.#refresh();
      const rejections = rejected > 0 ? ` ${counted(rejected, 'line was', 'lines were')} rejected: ${first}.` : '';
      this.#report(`The directory has ${counted(entered, 'name', 'names')} in format ${format}.${rejections}`, false);
    });
  }

  /** Fills the aggregate until at most three blocks are free. */
  async #useUpSpace(): Promise<void> {
    const { free_blocks } = await this.#engine.ask('picture', []);
    const kilobytes = 8 * Math.max(0, free_blocks - 3);
    const refused = await this.#engine.ask('apply', [{ do: 'create', path: '/others', kilobytes }]);
    if (refused) throw new Error(refused);
  }

  async #refresh(): Promise<void> {
    this.before = this.converted = this.crashed = undefined;
    this.playback.open(0, 0);
    this.picture = await this.#engine.ask('picture', [path]);
  }

  #report(text: string, refused = false): void {
    this.status = text.charAt(0).toUpperCase() + text.slice(1);
    this.refused = refused;
  }

  #fail(error: unknown): void {
    if (!this.#closed) this.#report(`The operation failed: ${errorText(error)}.`, true);
  }

  async #run(task: () => Promise<void>): Promise<void> {
    if (this.working) return;
    this.playback.pause();
    Object.assign(this, { working: true, done: 0 });
    try {
      await task();
    } catch (error) {
      this.#fail(error);
    } finally {
      this.working = false;
    }
  }
}

/** Returns pages as the arrays that `PageGrid` draws. */
export const columnsOf = ({ names, bytes, pages }: Directory): Pages => ({
  names,
  bytes,
  levels: 0,
  block: Uint32Array.from(pages, ({ block }) => block),
  used: Uint32Array.from(pages, ({ used_bytes }) => used_bytes),
  held: Uint32Array.from(pages, ({ names }) => names),
  depth: Uint8Array.from(pages, ({ depth }) => depth),
  index: Uint8Array.from(pages, ({ index }) => Number(index)),
  damaged: Uint8Array.from(pages, ({ damage }) => Number(damage !== '')),
  prefix: [],
  suffix: [],
  failure: '',
});

/** Describes the result of a power failure. */
export function describeCrash(
  { format, names, missing, unflushed, replayed, troubles }: CrashResult,
  writes: number,
): string {
  const log =
    replayed === 0
      ? 'no replay was needed'
      : `${counted(replayed, 'transaction', 'transactions')} replayed from the log`;
  const check =
    troubles.length === 0 && missing === 0
      ? 'all names found and no damage'
      : `${counted(missing, 'name', 'names')} missing, ${counted(troubles.length, 'inconsistency', 'inconsistencies')}`;
  const directory = format
    ? `The directory is in format ${format} and has ${counted(names, 'name', 'names')}`
    : 'The directory cannot be read';
  return `After ${counted(writes, 'write', 'writes')} (${count(unflushed)} unflushed): ${log}. ${directory}: ${check}.` satisfies Words;
}
