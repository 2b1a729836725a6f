import { errorText } from '../../engine/error-text';
import { codecs, codecTable, connect, type CodecInfo, type FileReport, type Tuning } from '../../engine/live/codecs';

/** Returns the codec of a compressed file, by its magic number; undefined for other files. */
export async function containerOf(file: Blob): Promise<CodecInfo | undefined> {
  const maxLength = Math.max(...codecTable.map(({ magic }) => magic.length));
  const head = new Uint8Array(await file.slice(0, maxLength).arrayBuffer());
  return codecTable.find(({ magic }) => magic.length > 0 && magic.every((byte, at) => head[at] === byte));
}

/** The integrity check of a compressed file. */
export interface IntegrityCheck {
  container: CodecInfo;
  /** The number of decompressed bytes, or the reason why the file cannot be read to its end. */
  inside: number | undefined;
  problem: string;
}

type Task = 'check' | 'scan';

/** The reader's file, which is read in chunks and never leaves the page. */
export class FileSession {
  name = $state('');
  bytes = $state(0);
  task = $state<Task>();
  /** The progress of the task, from 0 to 1. */
  done = $state(0);
  check = $state.raw<IntegrityCheck>();
  report = $state.raw<FileReport>();
  failure = $state('');
  cancelled = $state(false);

  #abort: AbortController | undefined;

  /** Reads a file: checks it if it is compressed, and compresses it with every codec. */
  async take(file: File, tuning: Tuning): Promise<void> {
    this.#abort?.abort();
    const abort = (this.#abort = new AbortController());
    const { signal } = abort;
    const { name, size: bytes } = file;
    const start = { name, bytes, done: 0, check: undefined, report: undefined, failure: '', cancelled: false };
    Object.assign(this, start, { task: 'scan' satisfies Task });
    // Each file gets a separate worker, so that closing the worker frees the memory.
    const engine = connect();
    const options = {
      signal,
      progress: (done: number): void => {
        if (!signal.aborted) this.done = done;
      },
    };
    try {
      if (bytes === 0) throw new Error('the file is empty');
      const container = await containerOf(file);
      signal.throwIfAborted();
      if (container) {
        this.task = 'check';
        const check = await engine.ask('check', [file, container.name], options).then(
          (inside) => ({ container, inside, problem: '' }),
          (error: unknown) => ({ container, inside: undefined, problem: errorText(error) }),
        );
        signal.throwIfAborted();
        this.check = check;
      }
      Object.assign(this, { task: 'scan' satisfies Task, done: 0 });
      const report = await engine.ask('scan', [file, tuning], options);
      signal.throwIfAborted();
      this.report = report;
    } catch (error) {
      if (!signal.aborted) this.failure = errorText(error);
    } finally {
      engine.close();
      if (this.#abort === abort) this.task = undefined;
    }
  }

  /** Cancels at once: terminates the worker, which frees its memory. */
  cancel(): void {
    if (!this.task) return;
    this.#abort?.abort();
    Object.assign(this, { task: undefined, cancelled: true });
  }

  close(): void {
    this.#abort?.abort();
  }
}

/**
 * The minimum entropy at which bytes look random, in bits per byte: compressed or encrypted data are above this value.
 */
const RANDOM_ENTROPY = 7.9;
/** The minimum saving, as a share, that justifies the CPU time of compression. */
const MIN_SAVING = 0.02;

/** The assessment of a file's compressibility. */
export interface Assessment {
  /** Compression ratios by codec number. */
  ratios: number[];
  /** Whether no codec compresses the file. */
  incompressible: boolean;
  /** Whether the file's bytes look random, taken one by one. */
  random: boolean;
}

/** Assesses the report of a file. */
export function assess({ bytes, sizes, entropy }: FileReport): Assessment {
  const ratios = codecs.map((_, at) => bytes / (sizes[at] ?? NaN));
  return { ratios, incompressible: Math.max(...ratios) < 1 / (1 - MIN_SAVING), random: entropy > RANDOM_ENTROPY };
}
