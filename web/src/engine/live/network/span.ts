/** Returns a round time at least as long as `seconds`: 1, 2, or 5 times a power of ten. */
export function roundSpan(seconds: number): number {
  if (!(seconds > 0) || !Number.isFinite(seconds)) return 1;
  const power = 10 ** Math.floor(Math.log10(seconds));
  const step = [1, 2, 5, 10].find((one) => one * power >= seconds * (1 - 1e-9)) ?? 10;
  return step * power;
}
