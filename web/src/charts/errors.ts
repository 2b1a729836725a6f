// How strongly the model's errors are highlighted, wherever they are shown.

/** The maximum size of a small error; charts of errors draw a band of this size around zero. */
export const tolerance = 0.05;

/** The minimum size of a large error. */
const minLarge = 0.1;

export const isLarge = (error: number): boolean => Math.abs(error) >= minLarge;

/** Returns the class of an error; small and unknown errors have none. */
export function loudness(error: number): '' | 'notable' | 'large' {
  if (isLarge(error)) return 'large';
  return Math.abs(error) >= tolerance ? 'notable' : '';
}
