import type { Codec } from '../../engine/live/codecs/protocol';
import { count, short } from '../../charts/format';

/** What a codec is called, and what it stands for in the source. */
export const titles: Readonly<Record<Codec, string>> = { aldc: 'ALDC', lz4: 'LZ4', zstd: 'ZSTD', deflate: 'DEFLATE' };
export const standsFor: Readonly<Record<Codec, string>> = { aldc: 'FICON', lz4: '', zstd: '', deflate: 'zEDC' };

export const named = (codec: Codec): string =>
  standsFor[codec] ? `${titles[codec]} (${standsFor[codec]})` : titles[codec];

/** The series of a chart that a codec has everywhere. */
export const seriesOf: Readonly<Record<Codec, number>> = { aldc: 0, lz4: 1, zstd: 2, deflate: 3 };

/** A filled mark for each codec; published values have hollow ones. */
export const marks: Readonly<Record<Codec, (x: number, y: number) => string>> = {
  aldc: (x, y) => `M${x - 4} ${y - 4}h8v8h-8z`,
  lz4: (x, y) => `M${x - 5} ${y}a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z`,
  zstd: (x, y) => `M${x} ${y - 6.5}l6.5 6.5l-6.5 6.5l-6.5 -6.5z`,
  deflate: (x, y) => `M${x} ${y - 5.5}l6 10h-12z`,
};

/** A compression ratio. */
export const ratio = (value: number): string => (Number.isFinite(value) ? `${value.toFixed(2)}:1` : '–');

/** A gain with its sign; from 0.1, 10 %. */
export const gain = (value: number): string => {
  if (!Number.isFinite(value)) return '–';
  const text = `${Math.abs(100 * value).toFixed(0)}\u202f%`;
  return value < -0.005 ? `−${text}` : `+${text}`;
};

/** A speed in MB/s. */
export const speed = (value: number): string => (Number.isFinite(value) ? count(value) : '–');

const steps = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
/** A number of bytes. */
export function size(bytes: number): string {
  const step = Math.min(steps.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)));
  return `${short(bytes / 1024 ** step)} ${steps[step]}`;
}
