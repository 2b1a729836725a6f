/** Number formats, the same on all pages. */
import { formatLocale } from 'd3-format';
import { listed, localNumber, marks, plainNumber, tag } from '../language';

export { listed };

const { format } = formatLocale(marks);

const whole = format(',.0f');
const three = format(',.3~r');
const percent = format(',.1%');
const wholePercent = format(',.0%');
const two = format(',.2f');
const all = format(',.15~r');

const none = percent(0);

export const count = (value: number): string => (Number.isFinite(value) ? whole(value) : '–');

/** Formats a number with three significant digits, or more if the integer part has more. */
export const short = (value: number): string =>
  !Number.isFinite(value) ? '–' : Math.abs(value) >= 1000 ? whole(value) : three(value);

/** Formats a whole number with all its digits, and any other number like [`short`]. */
export const digits = (value: number): string => (Number.isInteger(value) ? count(value) : short(value));

/** Formats a factor with three significant digits, so that factors in a column can be compared. */
export const factor = (value: number): string =>
  !Number.isFinite(value) ? '–' : `${Math.abs(value) < 100 ? localNumber(value.toPrecision(3)) : whole(value)}×`;

/** Formats a relative error with its sign, and a true minus sign. */
export function signed(error: number): string {
  if (!Number.isFinite(error)) return '–';
  const text = Math.abs(error) >= 10 ? wholePercent(Math.abs(error)) : percent(Math.abs(error));
  if (text === none) return `±${none.replace('%', '\u202f%')}`;
  return `${error < 0 ? '−' : '+'}${text}`.replace('%', '\u202f%');
}

/** Formats the error at an axis tick. */
export const tickError = (error: number): string =>
  `${error < 0 ? '−' : error > 0 ? '+' : ''}${localNumber(String(+Math.abs(100 * error).toPrecision(3)))}\u202f%`;

export const share = (value: number): string => (Number.isFinite(value) ? percent(value).replace('%', '\u202f%') : '–');

const formats: Record<number, Intl.NumberFormat> = {};

/**
 * Formats a number with a fixed number of decimal places. Formatters are cached: creating one takes far longer than
 * formatting a number, and a table has hundreds of numbers.
 */
export function decimals(value: number, places: number): string {
  const format = (formats[places] ??= new Intl.NumberFormat(tag, {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  }));
  return format.format(value);
}

/** Formats a table value with all its digits, and a ratio with at least two decimal places; a bound stays unchanged. */
export function printed(value: number | string | null | undefined, unit: string): string {
  if (typeof value === 'string') return value;
  if (value == null || !Number.isFinite(value)) return '';
  const size = Math.abs(value);
  const text = all(size);
  return (value < 0 ? '-' : '') + (unit === 'ratio' && !/\.\d\d/.test(plainNumber(text)) ? two(size) : text);
}

/** Formats the half-width of a confidence interval, to append to a value; empty without an interval. */
export const plusMinus = (half: number | undefined): string =>
  half && half > 0 ? ` ±\u202f${short(Number(half.toPrecision(2)))}` : '';

/**
 * Returns the approximate width of text in a chart, in pixels: capitals and digits are wider than lower-case letters.
 */
export const textWidth = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (/[\p{Lu}\d×%]/u.test(letter) ? 9.8 : 7.2), 0);

/** Formats a count with its noun in the singular or plural. */
export const counted = (number: number, one: string, many: string): string =>
  `${whole(number)} ${number === 1 ? one : many}`;
