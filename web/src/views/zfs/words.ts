import { allDigits, type Words } from '../../language';
import { count, counted, factor } from '../../charts/format';
import type { FillResult, Format, Pages } from '../../engine/live/protocol';

/** Returns the number of index pages, which come first. */
export const indexPages = ({ index }: Pages): number => {
  const first = index.indexOf(0);
  return first < 0 ? index.length : first;
};

/** Names a page: v4 pages by their number in the directory, v5 pages by their position in hash order. */
export function pageName(format: Format, pages: Pages | undefined, block: number): string {
  const at = pages?.block.indexOf(block) ?? -1;
  if (!pages || at < 0) return `the page in block ${count(block)}`;
  const indexes = indexPages(pages);
  if (at < indexes)
    return indexes === 1 ? 'the index page' : at === 0 ? 'the root index page' : `index page ${count(at)}`;
  return format === 'v4' ? `page ${count(at + 1)}` : `entry page ${count(at - indexes + 1)}`;
}

/** Returns the function that names the pages of a directory. */
export function pageNames(format: Format, pages: Pages): (block: number) => string {
  return (block) => pageName(format, pages, block);
}

const kilobyte = 1024;
export const size = (bytes: number): string =>
  bytes < kilobyte * kilobyte
    ? `${count(bytes / kilobyte)} KB`
    : `${allDigits(bytes / kilobyte / kilobyte, { maximumFractionDigits: 1 })} MB`;

/** Formats a time in milliseconds. */
export const duration = (ms: number): string =>
  ms < 1000
    ? `${allDigits(ms, { maximumSignificantDigits: 2 })} ms`
    : `${allDigits(ms / 1000, { maximumSignificantDigits: 3 })} s`;

/** Describes the result of a fill in two sentences. */
export function describeFill({ report: { v4, v5 }, time }: FillResult): string {
  const skipped = [
    v4.duplicates && counted(v4.duplicates, 'duplicate', 'duplicates'),
    v4.rejected - v4.duplicates && `${count(v4.rejected - v4.duplicates)} rejected`,
    v4.empty && counted(v4.empty, 'empty line', 'empty lines'),
  ].filter((part) => typeof part === 'string');
  const entered = v4.entered === v5.entered ? count(v4.entered) : `${count(v4.entered)} (v5: ${count(v5.entered)})`;
  const slower = time.v4 > 2 * time.v5 && time.v4 > 20 ? `: ${factor(time.v4 / time.v5)} as long` : '';
  return `${counted(v4.lines, 'line', 'lines')}: ${entered} added${skipped.length ? `, ${skipped.join(', ')}` : ''}. v5 took ${duration(time.v5)}, and v4 took ${duration(time.v4)}${slower}.` satisfies Words;
}
