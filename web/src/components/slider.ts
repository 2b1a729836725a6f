// A slider's places and the values they stand for.
import type { Input } from '../lab/types';

export type NumberInput = Extract<Input, { kind: 'number' }>;

/** Places of a slider, from 0. */
export const places = 1000;

/** A value that the input allows, nearest to what was given. */
export function allowed({ least, greatest, whole }: NumberInput, value: number): number {
  const within = Math.min(greatest, Math.max(least, value));
  return whole ? Math.round(within) : within;
}

export const placeOf = ({ least, greatest, scale }: NumberInput, value: number): number =>
  Math.round(
    places *
      (scale === 'log' ? Math.log(value / least) / Math.log(greatest / least) : (value - least) / (greatest - least)),
  );

/** The value at a place, as round as the slider's fineness allows: 4,700 rather than 4,677. */
export function valueAt(input: NumberInput, place: number): number {
  const { least, greatest, scale } = input;
  if (place <= 0) return least;
  if (place >= places) return greatest;
  const share = place / places;
  if (scale === 'log') return allowed(input, Number((least * (greatest / least) ** share).toPrecision(2)));
  const grain = 10 ** Math.floor(Math.log10((greatest - least) / places) + 1);
  return allowed(input, Number((Math.round((least + (greatest - least) * share) / grain) * grain).toPrecision(12)));
}

/** Where a key leads from a value, `stride` places an arrow; undefined for keys that a slider does not know. */
export function keyed(input: NumberInput, value: number, key: string, stride = 1): number | undefined {
  if (key === 'Home') return input.least;
  if (key === 'End') return input.greatest;
  const strides = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[key];
  const steps = strides === undefined ? { PageUp: 100, PageDown: -100 }[key] : strides * stride;
  if (steps === undefined) return undefined;
  // Rounding may lead back to the same value: a key that does nothing is a broken one.
  for (let place = placeOf(input, value) + steps; ; place += Math.sign(steps)) {
    const next = valueAt(input, place);
    if (Math.sign(next - value) === Math.sign(steps) || place <= 0 || place >= places) return next;
  }
}
