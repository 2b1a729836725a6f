// How many digits a value of the model has beside a printed one.
import { plusMinus, short } from './format';

/** The digits after the point of a number as text; undefined for text that is not a number, such as a bound. */
const decimals = (text: string): number | undefined => {
  const [all, part = ''] = /^-?[\d,]+(?:\.(\d+))?$/.exec(text) ?? [];
  return all === undefined ? undefined : part.length;
};

/** How many digits after the point show two that count. */
const two = (value: number): number => Math.max(0, 1 - Math.floor(Math.log10(Math.abs(value) || 1)));

/**
 * A model's value with the digits of what is printed beside it, one more where that shows the second that counts, and
 * none that its confidence interval makes doubtful.
 */
export function modelled(value: number, beside = '', half = 0): string {
  if (!Number.isFinite(value)) return '';
  const given = decimals(beside);
  if (given === undefined) return short(value);
  const digits = Math.min(Math.max(given, Math.min(two(value), given + 1)), half > 0 ? two(half) : Infinity);
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A value without digits beyond the second of half its interval. */
export function roundedTo(value: number, half: number): number {
  const place = 10 ** (1 - Math.floor(Math.log10(half)));
  return Math.round(value * place) / place;
}

/** Half of the confidence interval behind such a value; nothing if it is too small for the value's digits. */
export const halfBeside = (half: number | undefined, value: string): string =>
  (half ?? 0) < 0.5 * 10 ** -(decimals(value) ?? Infinity) ? '' : plusMinus(half);
