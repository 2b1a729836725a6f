import { table } from '../../generated/codecs';

export type Codec = (typeof table)[number]['name'];

/** An option of a codec and the values it can have: some, or all whole numbers from a minimum to a maximum. */
export interface Knob {
  kind: keyof Tuning;
  values?: readonly number[];
  min?: number;
  max?: number;
  default: number;
  /** Whether the lab varies it. */
  isVaried: boolean;
}

/** The facts about a codec, from the engine's table. */
export interface CodecInfo {
  name: Codec;
  title: string;
  /** Mainframe hardware that implements the format; empty if there is none. */
  hardware: string;
  /** File name extension of the container, without the dot. */
  extension: string;
  /** First bytes of the container. */
  magic: readonly number[];
  /** History in bytes by default; undefined if it depends on the level and the input. */
  history: number | undefined;
  /** Whether the adapters run it instead of the processors. */
  inAdapter: boolean;
  knobs: readonly Knob[];
}

/** The codecs in the order of every column that has one value for each. */
export const codecTable: readonly CodecInfo[] = table;
export const codecs: readonly Codec[] = table.map(({ name }) => name);

/** Something for each codec. */
export const byCodec = <T>(value: (info: CodecInfo, at: number) => T): Readonly<Record<Codec, T>> =>
  Object.fromEntries(codecTable.map((info, at) => [info.name, value(info, at)])) as Record<Codec, T>;

/** The options that the lab varies. A codec uses those of its knobs. */
export interface Tuning {
  /** History in bytes. */
  history: number;
  /** Compression level. */
  level: number;
}

/** A text that is equal for equal options of a codec: only those that it uses count. */
export const tuningKey = (codec: Codec, tuning: Tuning): string =>
  codecTable
    .filter(({ name }) => name === codec)
    .flatMap(({ knobs }) => knobs.filter(({ isVaried }) => isVaried).map(({ kind }) => `${kind} ${tuning[kind]}`))
    .join();

/** Factors on how the data patterns are shipped. */
export interface Shape {
  period: number;
  entropy: number;
  relocality: number;
}

/** How patterns are made and compressed; a codec resets its history after `unit` bytes, or never for 0. */
export interface Trial extends Tuning, Shape {
  unit: number;
}

/** The compressed sizes of a pattern. */
export interface Compressed {
  name: string;
  /** A description in one sentence. */
  about: string;
  bytes: number;
  /** Compressed bytes by codec. */
  sizes: Float64Array;
}

/** The results for a file. */
export interface FileReport {
  bytes: number;
  /** Compressed bytes by codec. */
  sizes: Float64Array;
  /** MB/s by codec; NaN where the file was too short to warm the codec up and then measure it. */
  speeds: Float64Array;
  /** Bits a byte, taken one by one. */
  entropy: number;
  /** Repeats found at distances from 1, 2, 4, 8 … bytes on. */
  repeats: Float64Array;
}

/** The codewords of a text, as columns. */
export interface Codewords {
  at: Float64Array;
  lengths: Float64Array;
  /** Where in the history a copy begins; -1 for a byte as it is. */
  addresses: Float64Array;
  /** How many bits each has, and these bits: the first one is the highest of them. */
  bits: Float64Array;
  codes: Float64Array;
}

/** Calls of the page. */
export interface CodecApi {
  /** The data patterns: those of the data sets, then RECS4 and A00. */
  names(): string[];
  compress(name: string, trial: Trial): Compressed;
  /** SHA-256 of a pattern, in hexadecimal digits. */
  hash(name: string, shape: Shape): string;
  /** MB/s by codec on a pattern, measured once the codec is warm. */
  time(name: string, trial: Trial): Float64Array;
  /** Reads a file to its end, compresses it with every codec, and keeps nothing. */
  scan(file: Blob, tuning: Tuning): FileReport;
  /** Decompresses a file to its end and returns its size in bytes. */
  check(file: Blob, codec: Codec): number;
  /** Compresses a text with ALDC, to be looked at. */
  codewords(text: Uint8Array, history: number): Codewords;
}
