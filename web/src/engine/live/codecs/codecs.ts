// Running codecs, on top of the lab's WebAssembly module. Long tasks run in slices.
import init, {
  AldcSteps,
  FileCheck,
  FileScan,
  Pattern,
  PatternCoder,
  patternNames,
} from '../../pkg/tape/pathlength_web';
import type { Handlers, ChunkedTask } from '../../serve';
import {
  codecs,
  tuningKey,
  type Codec,
  type Compressed,
  type FileReport,
  type CodecApi,
  type Shape,
  type Trial,
  type Tuning,
} from './protocol';
import { Stopwatch } from './stopwatch';

/** Available in workers, but missing from the type library for pages. */
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

/** Bytes of a file to read at a time. */
const chunk = 1 << 20;
/** Number of speed measurements per pattern; the best one counts. */
const tries = 3;
/** Maximum number of cached sizes. */
const maxSizes = 10_000;

const watch = new Stopwatch(() => performance.now());

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Cached patterns, all of one shape: generating a pattern takes a while. */
const patterns = new Map<string, Pattern>();
let shape = '';

function patternOf(name: string, { period, entropy, relocality }: Shape): Pattern {
  const wanted = [period, entropy, relocality].join();
  if (wanted !== shape) {
    for (const pattern of patterns.values()) pattern.free();
    patterns.clear();
    shape = wanted;
  }
  let pattern = patterns.get(name);
  if (!pattern) patterns.set(name, (pattern = new Pattern(name, period, entropy, relocality)));
  return pattern;
}

const coders = new Map<Codec, { tuning: string; coder: PatternCoder }>();

function coderOf(codec: Codec, trial: Trial): PatternCoder {
  const tuning = tuningKey(codec, trial);
  const known = coders.get(codec);
  if (known?.tuning === tuning) return known.coder;
  known?.coder.free();
  coders.delete(codec);
  const coder = new PatternCoder(codec, trial.history, trial.level);
  coders.set(codec, { tuning, coder });
  return coder;
}

/** Cached compressed sizes: most changes to a trial do not affect most codecs. */
const sizes = new Map<string, number>();

const about = (name: string, codec: Codec, trial: Trial): string =>
  [shape, name, codec, trial.unit, tuningKey(codec, trial)].join();

function* compress(name: string, trial: Trial): ChunkedTask<Compressed> {
  const pattern = patternOf(name, trial);
  const result = new Float64Array(codecs.length);
  for (const [at, codec] of codecs.entries()) {
    const key = about(name, codec, trial);
    let size = sizes.get(key);
    if (size === undefined) {
      yield at / codecs.length;
      const coder = coderOf(codec, trial);
      size = watch.time(codec, () => coder.size(pattern, trial.unit)).value;
      if (sizes.size >= maxSizes) sizes.clear();
      sizes.set(key, size);
    }
    result[at] = size;
  }
  return { name, about: pattern.about, bytes: pattern.length, sizes: result };
}

function* time(name: string, trial: Trial): ChunkedTask<Float64Array> {
  const pattern = patternOf(name, trial);
  const speeds = new Float64Array(codecs.length);
  for (const [at, codec] of codecs.entries()) {
    const coder = coderOf(codec, trial);
    const once = (): number => watch.time(codec, () => coder.size(pattern, trial.unit)).ms;
    for (; !watch.warm(codec); once()) yield at / codecs.length;
    let best = Infinity;
    for (let tried = 0; tried < tries; tried++) {
      best = Math.min(best, once());
      yield at / codecs.length;
    }
    speeds[at] = pattern.length / best / 1000;
  }
  return speeds;
}

/** Yields a file in chunks. */
function* chunks(file: Blob): Generator<Uint8Array, void, void> {
  const reader = new FileReaderSync();
  for (let from = 0; from < file.size; from += chunk) {
    let bytes: ArrayBuffer;
    try {
      bytes = reader.readAsArrayBuffer(file.slice(from, from + chunk));
    } catch {
      throw new Error('the file may have been moved or changed while it was being read: choose it again');
    }
    yield new Uint8Array(bytes);
  }
}

function* scan(file: Blob, { history, level }: Tuning): ChunkedTask<FileReport> {
  const scan = new FileScan(history, level);
  try {
    const [bytes, ms] = [new Float64Array(codecs.length), new Float64Array(codecs.length)];
    let read = 0;
    for (const part of chunks(file)) {
      scan.load(part);
      for (const [at, codec] of codecs.entries()) {
        const warm = watch.warm(codec);
        const took = watch.time(codec, () => scan.encode(at)).ms;
        if (warm) {
          bytes[at] = (bytes[at] ?? 0) + part.length;
          ms[at] = (ms[at] ?? 0) + took;
        }
        yield read / file.size;
      }
      scan.inspect();
      read += part.length;
      yield read / file.size;
    }
    scan.finish();
    const { entropy, repeats, written } = scan;
    return {
      bytes: file.size,
      sizes: written,
      // The time for fewer than four chunks would be mostly noise.
      speeds: bytes.map((of, at) => (of >= 4 * chunk ? of / (ms[at] ?? NaN) / 1000 : NaN)),
      entropy,
      repeats,
    };
  } finally {
    scan.free();
  }
}

function* check(file: Blob, codec: Codec): ChunkedTask<number> {
  const check = new FileCheck(codec);
  try {
    let read = 0;
    for (const part of chunks(file)) {
      check.load(part);
      while (!check.step()) yield read / file.size;
      read += part.length;
      yield read / file.size;
    }
    check.finish();
    return check.inside;
  } finally {
    check.free();
  }
}

const api: Handlers<CodecApi> = {
  names: () => patternNames(),
  compress,
  hash: (name, shape) => hex(patternOf(name, shape).hash),
  time,
  scan,
  check,
  codewords(text, history) {
    const steps = new AldcSteps(text, history);
    const { at, lengths, addresses, bits, codes } = steps;
    steps.free();
    return { at, lengths, addresses, bits, codes };
  },
};

/** Fetches and starts the module. */
export async function load(module: URL): Promise<Handlers<CodecApi>> {
  await init({ module_or_path: module });
  return api;
}
