import { count, factor } from '../../charts/format';
import type { Filling, Format, Pages } from '../../engine/live/protocol';

/** How many of the pages are index pages; they come first. */
export const indexPages = ({ index }: Pages): number => {
  const first = index.indexOf(0);
  return first < 0 ? index.length : first;
};

/** A page in words: v4 pages have a number in the directory, v5 pages one in the order of the hash. */
export function pageName(format: Format, pages: Pages | undefined, block: number): string {
  const at = pages?.block.indexOf(block) ?? -1;
  if (!pages || at < 0) return `the page in block ${count(block)}`;
  const indexes = indexPages(pages);
  if (at < indexes)
    return indexes === 1 ? 'the index page' : at === 0 ? 'the root index page' : `index page ${count(at)}`;
  return format === 'v4' ? `page ${count(at + 1)}` : `entry page ${count(at - indexes + 1)}`;
}

/** The same for many steps: blocks are looked up once. */
export function byName(format: Format, pages: Pages): (block: number) => string {
  return (block) => pageName(format, pages, block);
}

const kilobyte = 1024;
export const size = (bytes: number): string =>
  bytes < kilobyte * kilobyte
    ? `${count(bytes / kilobyte)} KB`
    : `${(bytes / kilobyte / kilobyte).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;

/** A time in milliseconds as a reader tells it. */
export const duration = (ms: number): string =>
  ms < 1000
    ? `${ms.toLocaleString('en', { maximumSignificantDigits: 2 })} ms`
    : `${(ms / 1000).toLocaleString('en', { maximumSignificantDigits: 3 })} s`;

const many = (n: number, one: string, more = `${one}s`): string => `${count(n)} ${n === 1 ? one : more}`;

/** What became of many names, in two sentences. */
export function filled({ report: { v4, v5 }, time }: Filling): string {
  const lost = [
    v4.duplicates && many(v4.duplicates, 'duplicate'),
    v4.rejected - v4.duplicates && `${count(v4.rejected - v4.duplicates)} rejected`,
    v4.empty && many(v4.empty, 'empty line'),
  ].filter((part) => typeof part === 'string');
  const entered = v4.entered === v5.entered ? count(v4.entered) : `${count(v4.entered)} (v5: ${count(v5.entered)})`;
  const slower = time.v4 > 2 * time.v5 && time.v4 > 20 ? `: ${factor(time.v4 / time.v5)} as long` : '';
  return `Of ${many(v4.lines, 'line')}, ${entered} entered${lost.length ? `, ${lost.join(', ')}` : ''}. v4 took ${duration(time.v4)}, v5 ${duration(time.v5)}${slower}.`;
}
