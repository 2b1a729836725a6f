import type { Answer } from '../lab/types';
import type { Attempt } from '../session/session.svelte';

/** Whether a plain number of at most 1 was written where a percentage is asked for: 0.2, which may mean 20 %. */
export const isShareForPercent = (answer: Answer, { given, value }: Attempt): boolean =>
  answer.kind === 'number' &&
  answer.unit === '%' &&
  given.kind === 'number' &&
  /^[\d.\s]+$/.test(given.text) &&
  value !== undefined &&
  value > 0 &&
  value <= 1;
