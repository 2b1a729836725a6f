// Formats parameters with the digits that their intervals justify.
import { allDigits } from '../language';
import { decimals, short } from '../charts/format.ts';
import type { Parameter } from '../lab/types';

/**
 * Returns the place of the last significant digit: that of the first digit of the interval's half-width; 0 means the
 * ones place.
 */
function lastPlace({ value, interval }: Pick<Parameter, 'value' | 'interval'>): number {
  const [low, high] = interval ?? [value, value];
  return Math.floor(Math.log10(Math.max(value - low, high - value)));
}

/** Rounds a number to the last significant place of a parameter, but keeps the number's first digit. */
export function withDigits(number: number, parameter: Pick<Parameter, 'value' | 'interval'>): string {
  const first = Math.floor(Math.log10(Math.abs(number) || 1));
  const place = Math.min(lastPlace(parameter), first);
  if (!Number.isFinite(place)) return short(number);
  const rounded = Number(number.toPrecision(first - place + 1));
  const digits = Math.max(0, -place);
  return decimals(rounded, digits);
}

/**
 * Returns whether the value comes from a fit with at least as many parameters as independent cells or scenarios, so
 * that its uncertainty is unknown.
 */
export const isSaturated = ({ provenance, interval, determined }: Parameter): boolean =>
  provenance === 'fitted' && determined === true && !interval;

/**
 * Formats a parameter's value with the digits that its interval justifies, and with one digit if the fit does not
 * determine it.
 */
export function fittedValue(parameter: Parameter): string {
  const { value, interval, determined } = parameter;
  if (interval && value !== 0) return withDigits(value, parameter);
  if (determined === false) return short(Number(value.toPrecision(1)));
  return Number.isInteger(value) ? allDigits(value) : short(value);
}
