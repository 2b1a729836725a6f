import { table } from '../../generated/codecs';

export type Codec = (typeof table)[number]['name'];

/** An option of a codec and its possible values: listed values, or all whole numbers from a minimum to a maximum. */
export interface Knob {
  kind: keyof Tuning;
  values?: readonly number[];
  min?: number;
  max?: number;
  default: number;
  /** Whether the lab varies the option. */
  isVaried: boolean;
}

/** The facts about a codec, from the engine's table. */
export interface CodecInfo {
  name: Codec;
  title: string;
  /** Mainframe hardware that implements the format; empty if no hardware does. */
  hardware: string;
  /** File name extension of the container, without the dot. */
  extension: string;
  /** First bytes of the container. */
  magic: readonly number[];
  /** Default history in bytes; undefined if it depends on the level and the input. */
  history: number | undefined;
  /** Whether the codec runs in the adapters rather than on the processors. */
  inAdapter: boolean;
  knobs: readonly Knob[];
}

/** The codecs, in the order of every column that has one value for each codec. */
export const codecTable: readonly CodecInfo[] = table;
export const codecs: readonly Codec[] = table.map(({ name }) => name);

/** Returns a value for each codec. */
export const byCodec = <T>(value: (info: CodecInfo, at: number) => T): Readonly<Record<Codec, T>> =>
  Object.fromEntries(codecTable.map((info, at) => [info.name, value(info, at)])) as Record<Codec, T>;

/** The options that the lab varies. A codec uses only the options among its knobs. */
export interface Tuning {
  /** History in bytes. */
  history: number;
  /** Compression level. */
  level: number;
}

/** Returns a string that is equal for equal options of a codec; only options that the codec uses count. */
export const tuningKey = (codec: Codec, tuning: Tuning): string =>
  codecTable
    .filter(({ name }) => name === codec)
    .flatMap(({ knobs }) => knobs.filter(({ isVaried }) => isVaried).map(({ kind }) => `${kind} ${tuning[kind]}`))
    .join();

/** The shape of a data pattern, as factors relative to the shipped pattern. */
export interface Shape {
  period: number;
  entropy: number;
  relocality: number;
}

/**
 * Options for the generation and compression of patterns; a codec resets its history after `unit` bytes, or never if
 * `unit` is 0.
 */
export interface Trial extends Tuning, Shape {
  unit: number;
}

/** The compressed sizes of a pattern. */
export interface Compressed {
  name: string;
  /** A description in one sentence. */
  about: string;
  bytes: number;
  /** Compressed sizes by codec, in bytes. */
  sizes: Float64Array;
}

/** The results for a file. */
export interface FileReport {
  bytes: number;
  /** Compressed sizes by codec, in bytes. */
  sizes: Float64Array;
  /** MB/s by codec; NaN if the file was too short to warm up the codec and then measure it. */
  speeds: Float64Array;
  /** Entropy of single bytes, in bits per byte. */
  entropy: number;
  /** Number of repeats by distance, in ranges that start at 1, 2, 4, 8 … bytes. */
  repeats: Float64Array;
}

/** The codewords of a text, in columns. */
export interface Codewords {
  at: Float64Array;
  lengths: Float64Array;
  /** The position in the history at which a copy begins; -1 for a literal. */
  addresses: Float64Array;
  /** The number of bits of each codeword. */
  bits: Float64Array;
  /** The bits of each codeword, most significant first. */
  codes: Float64Array;
}

/** Methods for the page. */
export interface CodecApi {
  /** Returns the names of the data patterns: those of the data sets, then RECS4 and A00. */
  names(): string[];
  compress(name: string, trial: Trial): Compressed;
  /** Returns the SHA-256 of a pattern, in hexadecimal digits. */
  hash(name: string, shape: Shape): string;
  /** Returns the speed of each codec on a pattern in MB/s, measured after the codec has warmed up. */
  time(name: string, trial: Trial): Float64Array;
  /** Reads a file to its end, compresses it with every codec, and stores nothing. */
  scan(file: Blob, tuning: Tuning): FileReport;
  /** Decompresses a file to its end and returns its size in bytes. */
  check(file: Blob, codec: Codec): number;
  /** Compresses text with ALDC, for display. */
  codewords(text: Uint8Array, history: number): Codewords;
}
