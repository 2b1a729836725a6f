// What IOzone printed, as throughputs: all that is whole, and in sentences what is not.
import { maxFileBytes, type Problem } from '../own-data';
import { longestLine, mostReadings, Reader, type Reading } from './iozone-reader';
import { phases, type Phase } from './phases';

export { mostReadings, type Reading } from './iozone-reader';

export interface Readings {
  readings: Reading[];
  /** What could not be used, in sentences; empty if all was. */
  said: string;
}

/** What only IOzone's outputs say. */
const marks =
  /Iozone: Performance Test|Command line used:|\bkB\s{1,9}reclen\b|Children see throughput|Throughput report Y-axis|^["\s,;>]{0,9}(?:re-)?(?:writer|reader) report\b/im;

/** Whether a text is IOzone's, and not a table of the reader's own. */
export const isIozone = (text: string): boolean => text.length <= maxFileBytes && marks.test(text);

/** The lines of a text, and whether the last one was cut off. What it ends with is left out then: a number may have lost digits. */
function linesOf(text: string): { lines: string[]; cut: boolean } {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
  const last = lines.pop() ?? '';
  if (last === '') return { lines, cut: false };
  const cut = last.length > longestLine || !/(?:\s|\/sec|complete\.)$/i.test(last);
  return { lines: [...lines, cut ? last.slice(0, longestLine).replace(/\S+$/, '') : last], cut };
}

const names: Record<Phase, string> = { write: 'writer', rewrite: 're-writer', read: 'reader', reread: 're-reader' };

/** Where the output ends too early, and what is missing. */
function endOf(reader: Reader, last: number, cut: boolean): string {
  const { found, reports, rows } = reader;
  // The second of a pair always follows the first, unless the command line says otherwise.
  const due = reader.asked ?? phases.filter((phase, at) => at % 2 === 1 && found.has(phases[at - 1] ?? phase));
  const missing = due.filter((phase) => !found.has(phase)).map((phase) => names[phase]);
  const kind = reports.length > 0 || rows.length > 0 ? 'report' : 'throughput';
  const lost =
    missing.length > 0
      ? `the ${missing.join(', ')} ${kind}${missing.length === 1 ? ' is' : 's are'} missing`
      : cut && reader.amidRows
        ? 'its last number may not be whole, and is left out'
        : '';
  return lost && `The output ends ${cut ? 'in the middle of' : 'with'} line ${last}: ${lost}.`;
}

/** Reads what IOzone printed. */
export function readIozone(text: string): Readings | Problem {
  if (text.length > maxFileBytes)
    return { problem: 'This is larger than 5 MB, which no output of IOzone is. Choose the file that IOzone wrote.' };
  if (text.slice(0, 2000).includes('\0'))
    return {
      problem:
        'This is not text. If it is the spreadsheet that -b wrote, open it and save it as CSV; or choose what IOzone printed.',
    };
  const { lines, cut } = linesOf(text);
  const reader = new Reader();
  lines.forEach((line, index) => {
    reader.line(line, index + 1);
  });
  const readings = reader.all();
  const said = [
    reader.otherUnit > 0
      ? `Line ${reader.otherUnit} counts operations or microseconds, which say nothing of KB/s. Run IOzone without -O and -N.`
      : '',
    reader.unclear > 0
      ? `Line ${reader.unclear} has fewer values than the table has columns, and the spaces that tell which are lost. Choose the file as IOzone wrote it.`
      : '',
    endOf(reader, lines.length, cut),
    reader.full ? `Only the first ${mostReadings} throughputs are taken.` : '',
  ].filter(Boolean);
  if (readings.length > 0) return { readings, said: said.join(' ') };
  return {
    problem:
      said.join(' ') ||
      'No result of IOzone was found. Expected is the table below “kB reclen write rewrite read reread”, the reports of -R (“Writer report”), or lines that begin with “Children see throughput for”.',
  };
}
