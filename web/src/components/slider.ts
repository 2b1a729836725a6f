// The positions of a slider and their values.
import type { Input } from '../lab/types';

export type NumberInput = Extract<Input, { kind: 'number' }>;

/** The number of steps of a slider. */
export const sliderSteps = 1000;

/** Clamps a value to the input's range, and rounds it if the input takes whole numbers. */
export function clampValue({ least, greatest, whole }: NumberInput, value: number): number {
  const within = Math.min(greatest, Math.max(least, value));
  return whole ? Math.round(within) : within;
}

export const placeOf = ({ least, greatest, scale }: NumberInput, value: number): number =>
  Math.round(
    sliderSteps *
      (scale === 'log' ? Math.log(value / least) / Math.log(greatest / least) : (value - least) / (greatest - least)),
  );

/** Returns the value at a position, as round as the steps allow: 4,700 rather than 4,677. */
export function valueAt(input: NumberInput, place: number): number {
  const { least, greatest, scale } = input;
  if (place <= 0) return least;
  if (place >= sliderSteps) return greatest;
  const share = place / sliderSteps;
  if (scale === 'log') return clampValue(input, Number((least * (greatest / least) ** share).toPrecision(2)));
  const grain = 10 ** Math.floor(Math.log10((greatest - least) / sliderSteps) + 1);
  return clampValue(input, Number((Math.round((least + (greatest - least) * share) / grain) * grain).toPrecision(12)));
}

/** Returns the value after a key press, `stride` steps per arrow key; undefined for keys that a slider ignores. */
export function valueForKey(input: NumberInput, value: number, key: string, stride = 1): number | undefined {
  const { least: min, greatest: max } = input;
  if (key === 'Home') return min;
  if (key === 'End') return max;
  const strides = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[key];
  const steps = strides === undefined ? { PageUp: 100, PageDown: -100 }[key] : strides * stride;
  if (steps === undefined) return undefined;
  // Rounding may return the same value; a key press must always change the value.
  for (let place = placeOf(input, value) + steps; ; place += Math.sign(steps)) {
    const next = valueAt(input, place);
    if (Math.sign(next - value) === Math.sign(steps) || place <= 0 || place >= sliderSteps) return next;
  }
}
