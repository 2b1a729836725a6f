import { codecs, codecTable, connect, type CodecInfo, type FileReport, type Tuning } from '../../engine/live/codecs';

/** The codec in whose container a file begins, if there is one. */
export async function containerOf(file: Blob): Promise<CodecInfo | undefined> {
  const longest = Math.max(...codecTable.map(({ magic }) => magic.length));
  const head = new Uint8Array(await file.slice(0, longest).arrayBuffer());
  return codecTable.find(({ magic }) => magic.length > 0 && magic.every((byte, at) => head[at] === byte));
}

/** A compressed file that was read to its end. */
export interface Checked {
  container: CodecInfo;
  /** How many bytes were inside, or why it could not be read to its end. */
  inside: number | undefined;
  wrong: string;
}

type Doing = 'check' | 'scan';

/** The reader's own file, which is read piece by piece and never leaves the page. */
export class FileSession {
  name = $state('');
  bytes = $state(0);
  doing = $state<Doing>();
  /** How far that is, from 0 to 1. */
  done = $state(0);
  checked = $state.raw<Checked>();
  report = $state.raw<FileReport>();
  failure = $state('');
  cancelled = $state(false);

  #abort: AbortController | undefined;

  /** Reads a file: whether it is whole, if it is a compressed one, and what every codec makes of it. */
  async take(file: File, tuning: Tuning): Promise<void> {
    this.#abort?.abort();
    const abort = (this.#abort = new AbortController());
    const { signal } = abort;
    const { name, size: bytes } = file;
    const fresh = { name, bytes, done: 0, checked: undefined, report: undefined, failure: '', cancelled: false };
    Object.assign(this, fresh, { doing: 'scan' satisfies Doing });
    // A worker of its own, whose memory goes with it.
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
        this.doing = 'check';
        const checked = await engine.ask('check', [file, container.name], options).then(
          (inside) => ({ container, inside, wrong: '' }),
          (error: unknown) => ({ container, inside: undefined, wrong: told(error) }),
        );
        signal.throwIfAborted();
        this.checked = checked;
      }
      Object.assign(this, { doing: 'scan' satisfies Doing, done: 0 });
      const report = await engine.ask('scan', [file, tuning], options);
      signal.throwIfAborted();
      this.report = report;
    } catch (error) {
      if (!signal.aborted) this.failure = told(error);
    } finally {
      engine.close();
      if (this.#abort === abort) this.doing = undefined;
    }
  }

  /** Lets go of the file at once: the worker ends, and its memory with it. */
  cancel(): void {
    if (!this.doing) return;
    this.#abort?.abort();
    Object.assign(this, { doing: undefined, cancelled: true });
  }

  close(): void {
    this.#abort?.abort();
  }
}

const told = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Bytes that cannot be told from chance, in bits a byte: what is compressed or encrypted has more than this. */
const random = 7.9;
/** A codec that saves less than this share is not worth its work. */
const worth = 0.02;

/** What a report comes to. */
export interface Judged {
  /** Ratios by codec number. */
  ratios: number[];
  /** Whether nothing compresses it. */
  incompressible: boolean;
  /** Whether its bytes look like chance, one by one. */
  random: boolean;
}

export function judge({ bytes, sizes, entropy }: FileReport): Judged {
  const ratios = codecs.map((_, at) => bytes / (sizes[at] ?? NaN));
  return { ratios, incompressible: Math.max(...ratios) < 1 / (1 - worth), random: entropy > random };
}
