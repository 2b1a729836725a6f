import { byCodec, type Codec } from '../../engine/live/codecs/protocol';
import { count, short } from '../../charts/format';

/** The names of the codecs, without and with the hardware that runs them. */
export const titles = byCodec(({ title }) => title);
const fullTitles = byCodec(({ title, hardware }) => (hardware ? `${title} (${hardware})` : title));
export const named = (codec: Codec): string => fullTitles[codec];

/** The number of series in the style sheet. */
const series = 6;
/** The series of each codec in every chart. */
export const seriesOf = byCodec((_, at) => at % series);

const shapes: readonly ((x: number, y: number) => string)[] = [
  (x, y) => `M${x - 4} ${y - 4}h8v8h-8z`,
  (x, y) => `M${x - 5} ${y}a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z`,
  (x, y) => `M${x} ${y - 6.5}l6.5 6.5l-6.5 6.5l-6.5 -6.5z`,
  (x, y) => `M${x} ${y - 5.5}l6 10h-12z`,
  (x, y) => `M${x} ${y + 5.5}l6 -10h-12z`,
  (x, y) => `M${x - 6} ${y - 3}h12v6h-12z`,
];
/** A filled mark for each codec; published values have hollow marks. */
export const marks = byCodec((_, at) => (x: number, y: number) => shapes[at % shapes.length]?.(x, y) ?? '');

/** Formats a compression ratio. */
export const ratio = (value: number): string => (Number.isFinite(value) ? `${value.toFixed(2)}:1` : '–');

/** Formats a gain with its sign, 0.1 as 10 %. */
export const gain = (value: number): string => {
  if (!Number.isFinite(value)) return '–';
  const text = `${Math.abs(100 * value).toFixed(0)}\u202f%`;
  return value < -0.005 ? `−${text}` : `+${text}`;
};

/** Formats a speed in MB/s. */
export const speed = (value: number): string => (Number.isFinite(value) ? count(value) : '–');

const steps = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
/** Formats a number of bytes. */
export function size(bytes: number): string {
  const step = Math.min(steps.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)));
  return `${short(bytes / 1024 ** step)} ${steps[step]}`;
}
