// The number of digits of a model value shown next to a printed one.
import { decimals, plusMinus, short } from './format';

/** Returns the number of decimal places of a number as text; undefined for other text, such as a bound. */
const placesOf = (text: string): number | undefined => {
  const [all, part = ''] = /^-?[\d,]+(?:\.(\d+))?$/.exec(text) ?? [];
  return all === undefined ? undefined : part.length;
};

/** Returns the decimal places that show two significant digits. */
const two = (value: number): number => Math.max(0, 1 - Math.floor(Math.log10(Math.abs(value) || 1)));

/**
 * Formats a model's value with the digits of the printed value next to it, one more if that gives a second significant
 * digit, and none that its confidence interval makes doubtful.
 */
export function modelled(value: number, beside = '', half = 0): string {
  if (!Number.isFinite(value)) return '';
  const given = placesOf(beside);
  if (given === undefined) return short(value);
  const digits = Math.min(Math.max(given, Math.min(two(value), given + 1)), half > 0 ? two(half) : Infinity);
  return decimals(value, digits);
}

/** Rounds a value to the second significant digit of its interval's half-width. */
export function roundedTo(value: number, half: number): number {
  const place = 10 ** (1 - Math.floor(Math.log10(half)));
  return Math.round(value * place) / place;
}

/**
 * Returns the half-width of the confidence interval after such a value; nothing if it is too small for the value's
 * digits.
 */
export const halfBeside = (half: number | undefined, value: string): string =>
  (half ?? 0) < 0.5 * 10 ** -(placesOf(value) ?? Infinity) ? '' : plusMinus(half);
