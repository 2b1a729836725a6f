// How loud an error of the model is, in every place that shows one.

/** Errors up to this size are small: the band around zero where charts show errors. */
export const tolerance = 0.05;

/** From this size on an error is large. */
const minLarge = 0.1;

export const isLarge = (error: number): boolean => Math.abs(error) >= minLarge;

/** The class of an error: small ones, and errors that are not known, have none. */
export function loudness(error: number): '' | 'notable' | 'large' {
  if (isLarge(error)) return 'large';
  return Math.abs(error) >= tolerance ? 'notable' : '';
}
