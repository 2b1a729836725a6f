/** The codecs in the order of every column that has one value for each. */
export const codecs = ['aldc', 'lz4', 'zstd', 'deflate'] as const;
export type Codec = (typeof codecs)[number];

/** What two of the codecs can be set to: ALDC's history in bytes, and ZSTD's level. */
export interface Tuning {
  history: number;
  level: number;
}

/** Factors on how the data patterns are shipped. */
export interface Shape {
  period: number;
  entropy: number;
  relocality: number;
}

/** How patterns are made and compressed; a codec starts anew after `unit` bytes, or never for 0. */
export interface Trial extends Tuning, Shape {
  unit: number;
}

/** What a pattern came to. */
export interface Compressed {
  name: string;
  /** What it is like, in a sentence. */
  about: string;
  bytes: number;
  /** Compressed bytes by codec. */
  sizes: Float64Array;
}

/** What a file came to. */
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

/** What the page may ask of the codecs' worker. */
export interface Live {
  /** The data patterns: those of the data sets, then RECS4 and A00. */
  names(): string[];
  compress(name: string, trial: Trial): Compressed;
  /** SHA-256 of a pattern, in hexadecimal digits. */
  hash(name: string, shape: Shape): string;
  /** MB/s by codec on a pattern, measured once the codec is warm. */
  time(name: string, trial: Trial): Float64Array;
  /** Reads a file to its end, compresses it with every codec, and keeps nothing. */
  scan(file: Blob, tuning: Tuning): FileReport;
  /** Decompresses a file to its end and tells how many bytes were inside. */
  check(file: Blob, codec: Codec): number;
  /** Compresses a text with ALDC, to be looked at. */
  codewords(text: Uint8Array, history: number): Codewords;
}
