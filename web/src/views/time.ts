import { short } from '../charts/format';

/** Formats a time with three digits, in microseconds, milliseconds, or seconds. */
export const time = (seconds: number): string =>
  !Number.isFinite(seconds)
    ? '–'
    : seconds >= 0.9995
      ? `${short(seconds)} s`
      : seconds >= 0.0009995 || seconds === 0
        ? `${short(1000 * seconds)} ms`
        : `${short(1e6 * seconds)} µs`;
