// The ranking in words.
import { listed } from '../../../charts/format';
import type { Advice } from '../../../engine';

/** The sources of a path's numbers. */
export const bases: Readonly<Record<Advice['basis'], string>> = {
  published: 'from the published cells',
  between: 'published cells, hits from the model',
  model: 'model',
};

/** Returns how far a path is behind the best one, in percent; empty if unknown. */
export function lag({ behind }: Pick<Advice, 'behind'>): string {
  if (!behind) return '';
  const [low, high] = behind.map((ratio) => 100 * (ratio - 1));
  const digits = Math.max(Math.abs(low ?? 0), Math.abs(high ?? 0)) < 9.95 ? 1 : 0;
  const text = (percent = 0): string =>
    percent
      .toFixed(digits)
      .replace('-', '−')
      .replace(/^−(0(?:\.0)?)$/, '$1');
  return `${text(low)} to ${text(high)} %`;
}

/** Returns whether several paths share a rank. */
export const isTie = (ways: readonly Advice[], place: number): boolean =>
  place > 0 && ways.filter((way) => way.place === place).length > 1;

/** Summarizes the ranking in a sentence. */
export function summarize(ways: readonly Advice[]): string {
  const best = ways.filter(({ place }) => place === 1);
  const [first] = best;
  if (!first) return 'Your constraints exclude all thirteen paths. Remove a constraint.';
  const aside = ways.filter(({ place }) => place === 0).length;
  const rest = aside > 0 ? ` ${aside} ${aside === 1 ? 'is' : 'are'} excluded.` : '';
  if (best.length > 1) return `${listed(best.map(({ way }) => way))} tie as the best paths for this workload.${rest}`;
  const next = ways.find(({ place }) => place > 1);
  const margin = next && lag(next);
  const second = margin ? ` ${next.way} is second, ${margin} behind.` : '';
  return `${first.way} is the best path for this workload: ${first.title}.${second}${rest}`;
}
