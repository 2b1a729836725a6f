import type { Answer } from '../lab/types';
import type { Attempt } from '../session/session.svelte';

/** Returns whether a plain number of at most 1 was entered where a percentage is expected: 0.2, which may mean 20 %. */
export const isShareForPercent = (answer: Answer, { given, value }: Attempt): boolean =>
  answer.kind === 'number' &&
  answer.unit === '%' &&
  given.kind === 'number' &&
  /^[\d.\s]+$/.test(given.text) &&
  value !== undefined &&
  value > 0 &&
  value <= 1;
