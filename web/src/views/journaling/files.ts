// The files after a crash, as rows of pages.
import { counted } from '../../charts/format';
import {
  fileFates,
  pageFates,
  type FileFate,
  type PageFate,
  type RecoveredFiles,
} from '../../engine/live/plug/protocol';

export interface FileRow {
  number: number;
  fate: FileFate;
  pages: PageFate[];
  /** A short description of the file's state. */
  words: string;
}

/** The names of page states. */
export const pageTitles: Readonly<Record<PageFate, string>> = {
  kept: 'kept',
  lost: 'lost',
  zero: 'zeros',
  foreign: 'foreign',
};

const countOf = (pages: readonly PageFate[], fate: PageFate): number => pages.filter((one) => one === fate).length;

/** Returns the number of pages in each state, over all files. */
export const totals = (rows: readonly FileRow[]): Readonly<Record<PageFate, number>> =>
  Object.fromEntries(
    pageFates.map((fate) => [
      fate,
      countOf(
        rows.flatMap(({ pages }) => pages),
        fate,
      ),
    ]),
  ) as Record<PageFate, number>;

function wordsOf(fate: FileFate, pages: readonly PageFate[]): string {
  if (fate === 'missing') return 'lost';
  const [kept, lost, zero, foreign] = pageFates.map((one) => countOf(pages, one)) as [number, number, number, number];
  const parts = [
    fate === 'resurrected' && 'removed, but exists again',
    foreign > 0 && counted(foreign, 'foreign page', 'foreign pages'),
    zero > 0 && counted(zero, 'page of zeros', 'pages of zeros'),
    lost > 0 && (kept === 0 && foreign === 0 && zero === 0 ? 'pages lost' : counted(lost, 'page lost', 'pages lost')),
  ].filter((part) => typeof part === 'string');
  return parts.length > 0 ? parts.join(', ') : pages.length > 0 ? 'kept' : 'kept, empty';
}

/** Returns the severity of a file's damage: the worst files come first. */
const severity = ({ fate, pages }: FileRow): number =>
  1e6 * countOf(pages, 'foreign') +
  1e4 * countOf(pages, 'zero') +
  100 * (fate === 'present' ? 0 : 1) +
  countOf(pages, 'lost');

/** Returns the files ordered by damage, then by number. */
export function rowsOf({ numbers, fates, pages, pageFates: all }: RecoveredFiles): FileRow[] {
  let from = 0;
  const rows = Array.from(numbers, (number, at) => {
    const own = Array.from(all.subarray(from, (from += pages[at] ?? 0)), (fate) => pageFates[fate] ?? 'kept');
    const fate = fileFates[fates[at] ?? 0] ?? 'present';
    return { number, fate, pages: own, words: wordsOf(fate, own) };
  });
  return rows.sort((a, b) => severity(b) - severity(a) || a.number - b.number);
}
