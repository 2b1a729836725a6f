// The precision of a model's value next to a printed value.
import { plainNumber } from '../language';
import { decimals, plusMinus, short } from './format';

/** Returns the number of decimal places of a number given as text; undefined for other text, such as a bound. */
const placesOf = (text: string): number | undefined => {
  const [all, part = ''] = /^-?[\d,]+(?:\.(\d+))?$/.exec(plainNumber(text)) ?? [];
  return all === undefined ? undefined : part.length;
};

/** Returns the number of decimal places that show two significant digits. */
const two = (value: number): number => Math.max(0, 1 - Math.floor(Math.log10(Math.abs(value) || 1)));

/**
 * Formats a model's value with as many decimal places as the printed value next to it. Another decimal place is added
 * if it shows a second significant digit; places that the confidence interval makes doubtful are omitted.
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
 * Formats the half-width of a confidence interval, to append to a formatted value; empty if it is too small for the
 * value's digits.
 */
export const halfBeside = (half: number | undefined, value: string): string =>
  (half ?? 0) < 0.5 * 10 ** -(placesOf(value) ?? Infinity) ? '' : plusMinus(half);
