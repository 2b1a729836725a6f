// The ranking in words.
import type { Advice } from '../../../engine';

/** The sources of a path's numbers. */
export const bases: Readonly<Record<Advice['basis'], string>> = {
  published: 'from the published cells',
  model: 'model',
};

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** Returns whether several paths share a rank. */
export const isTie = (ways: readonly Advice[], place: number): boolean =>
  place > 0 && ways.filter((way) => way.place === place).length > 1;

/** Summarizes the ranking in a sentence. */
export function summarize(ways: readonly Advice[]): string {
  const best = ways.filter(({ place }) => place === 1);
  const [first] = best;
  if (!first) return 'All thirteen are set aside. Allow one of them again.';
  const aside = ways.filter(({ place }) => place === 0).length;
  const rest = aside > 0 ? ` ${aside === 1 ? '1 is' : `${aside} are`} set aside.` : '';
  if (best.length > 1)
    return `${list.format(best.map(({ way }) => way))} suit this work best, and equally well.${rest}`;
  return `${first.way} suits this work best: ${first.title}.${rest}`;
}
