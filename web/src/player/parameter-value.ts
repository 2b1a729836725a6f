// How a parameter is shown: with the digits that its interval leaves.
import { short } from '../charts/format.ts';
import type { Parameter } from '../lab/types';

/** The place of the last digit that counts: that of the first digit of half the interval; 0 is that of the ones. */
function lastPlace({ value, interval }: Pick<Parameter, 'value' | 'interval'>): number {
  const [low, high] = interval ?? [value, value];
  return Math.floor(Math.log10(Math.max(value - low, high - value)));
}

/** A number rounded to a decimal place, but never to nothing: its first digit stays. */
export function withDigits(number: number, parameter: Pick<Parameter, 'value' | 'interval'>): string {
  const first = Math.floor(Math.log10(Math.abs(number) || 1));
  const place = Math.min(lastPlace(parameter), first);
  if (!Number.isFinite(place)) return short(number);
  const rounded = Number(number.toPrecision(first - place + 1));
  const digits = Math.max(0, -place);
  return rounded.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Whether a fit gave the value as many parameters as independent cells, so that nothing shows how well it is known. */
export const isSaturated = ({ provenance, interval, determined }: Parameter): boolean =>
  provenance === 'fitted' && determined === true && !interval;

/** A parameter's value: as many digits as its interval leaves, one if nothing determines it. */
export function fittedValue(parameter: Parameter): string {
  const { value, interval, determined } = parameter;
  if (interval && value !== 0) return withDigits(value, parameter);
  if (determined === false) return short(Number(value.toPrecision(1)));
  return Number.isInteger(value) ? value.toLocaleString('en') : short(value);
}
