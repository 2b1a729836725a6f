// The lines of what IOzone prints: its table, the reports of -R and -Rb, and its throughput mode. All of it is text to us.
import { numberOf } from '../own-data';
import { phases, type Phase } from './phases';

/** One throughput that was measured. What the output does not say is undefined. */
export interface Reading {
  phase: Phase;
  fileKb: number | undefined;
  recordKb: number | undefined;
  /** Of all processes together. */
  kbPerS: number;
  processes: number | undefined;
}

/** The most throughputs that are taken from one file. */
export const mostReadings = 2000;
/** No line of IOzone's results is as long; longer ones are passed over. */
export const longestLine = 2000;

/** What the command line and the banner say of the run that follows them. */
interface Run {
  /** How many KB/s one is; undefined for outputs that are no throughput. */
  unit: number | undefined;
  fileKb: number | undefined;
  recordKb: number | undefined;
  /** In the first column of a throughput report. */
  processes: number | undefined;
  /** The phases that the command line asks for; undefined where there is none. */
  asked: readonly Phase[] | undefined;
}
const unknown: Run = { unit: 1, fileKb: undefined, recordKb: undefined, processes: undefined, asked: undefined };

/** Where a line belongs: below the table's heading, whose words end there; in a report; in a throughput report. */
type Part =
  | { kind: 'none' }
  | { kind: 'table'; ends: number[] }
  | { kind: 'report'; phase: Phase; records: number[] | undefined }
  | { kind: 'throughput' };

function unitOf(text: string): number | undefined {
  const size = /\b([km])(?:b|bytes?)\/s/i.exec(text)?.[1]?.toLowerCase();
  return size === 'k' ? 1 : size === 'm' ? 1024 : undefined;
}

const sizes: Record<string, number> = { '': 1, k: 1, m: 1024, g: 1024 * 1024 };

/** The run that a command line begins. */
function runOf(command: string): Run {
  const size = (letter: string): number | undefined => {
    const found = new RegExp(`\\s-${letter}\\s*(\\d{1,12})([kmg]?)`, 'i').exec(command);
    return found ? Number(found[1]) * (sizes[(found[2] ?? '').toLowerCase()] ?? 1) : undefined;
  };
  const tests = [...command.matchAll(/\s-\w*?i\s*(\d+)/g)].map(([, test]) => Number(test));
  const retests = !/\s-\+n\b/.test(command);
  const asked = phases.filter(
    (_, at) => (tests.length === 0 || tests.includes(at < 2 ? 0 : 1)) && (retests || at % 2 === 0),
  );
  return { unit: 1, fileKb: size('s'), recordKb: size('r'), processes: size('t') ?? size('l'), asked };
}

/** The numbers of a row of a report, whatever stands between them; undefined if there is anything else. */
function rowOf(line: string): number[] | undefined {
  const numbers = line
    .split(/[;\t]/.test(line) ? /[\s";]+/ : /[\s",]+/)
    .filter(Boolean)
    .map((text) => numberOf(text, true));
  return numbers.every(Number.isFinite) ? numbers : undefined;
}

/** A line without the marks of a quoted message, every column where it was. */
const unquoted = (line: string): string => line.replace(/^[>|\s]+/, (marks) => ' '.repeat(marks.length));

/** Where each of a line's words ends. */
const endsOf = (line: string): number[] => [...line.matchAll(/\S+/g)].map(({ 0: word, index }) => index + word.length);

/**
 * What a row of the table has for each phase. A test that was not run leaves its columns blank, so a value belongs to the
 * heading that ends where it does; where the spaces are lost, the tests that were asked for tell. Undefined if nothing does.
 */
function valuesOf(row: string, heads: number[], asked: Run['asked']): (number | undefined)[] | undefined {
  const values = (row.match(/\S+/g) ?? []).slice(2).map(Number);
  if (values.length === heads.length - 2) return phases.map((_, at) => values[at]);
  const ends = endsOf(row);
  const [first = 0, second = 0] = heads;
  const near = (end: number | undefined, head: number): boolean => Math.abs((end ?? 0) - (heads[head] ?? 0)) <= 2;
  // IOzone leaves two spaces between the first two headings.
  if (second - first >= 'reclen'.length + 2 && near(ends[0], 0) && near(ends[1], 1))
    return phases.map((_, at) => values[ends.findIndex((end, i) => i >= 2 && near(end, at + 2)) - 2]);
  return asked && values.length >= asked.length ? phases.map((phase) => values[asked.indexOf(phase)]) : undefined;
}

const writers = ['initial writers', 'rewriters', 'readers', 're-readers'];
const tests = ['initial write', 'rewrite', 'read', 're-read'];

/** Reads lines; keeps apart what each way of printing gave, since IOzone prints the same throughput in two of them. */
export class Reader {
  readonly rows: Reading[] = [];
  readonly reports: Reading[] = [];
  readonly children: Reading[] = [];
  readonly summary: Reading[] = [];
  /** The first lines whose numbers are no throughputs, or cannot be told apart. */
  otherUnit = 0;
  unclear = 0;
  /** What the last run was asked for, and what was found of it. */
  readonly found = new Set<Phase>();
  #run = unknown;
  #part: Part = { kind: 'none' };
  #taken = 0;

  get asked(): Run['asked'] {
    return this.#run.asked;
  }
  /** Whether more rows could follow. */
  get amidRows(): boolean {
    return this.#part.kind !== 'none';
  }
  get full(): boolean {
    return this.#taken >= mostReadings;
  }

  #add(to: Reading[], at: number, reading: Reading, unit: number | undefined): void {
    this.found.add(reading.phase);
    if (unit === undefined) this.otherUnit ||= at;
    // Nought stands where nothing was measured.
    else if (reading.kbPerS > 0 && Number.isFinite(reading.kbPerS) && !this.full) {
      to.push({ ...reading, kbPerS: reading.kbPerS * unit });
      this.#taken++;
    }
  }

  line(line: string, at: number): void {
    if (line.length > longestLine) return;
    const plain = unquoted(line);
    if (this.#banner(plain) || this.#child(plain, at) || this.#title(plain)) return;
    if (this.#part.kind === 'table') this.#row(plain, at, this.#part.ends);
    else if (this.#part.kind === 'report') this.#report(plain, at, this.#part);
    else if (this.#part.kind === 'throughput') this.#throughput(plain, at);
  }

  #begin(run: Run): void {
    this.#run = run;
    this.#part = { kind: 'none' };
    this.found.clear();
  }

  /** What is said before the numbers. */
  #banner(line: string): boolean {
    const command =
      /Command line used:(.*)$/i.exec(line)?.[1] ?? /^[",;\s]*(?:[^",;\s]\S*)?\biozone(\s+-.*)$/i.exec(line)?.[1];
    const each = /writes an? (\d{1,15}) ?kbytes? file in (\d{1,12}) ?kbytes? records/i.exec(line);
    const record = /Record size[ =]*(\d{1,12}) *k/i.exec(line)?.[1];
    if (/Iozone: Performance Test/i.test(line)) this.#begin(unknown);
    // The modes of -O and -N are named before the command line.
    else if (command !== undefined) this.#begin({ ...runOf(command), unit: this.#run.unit });
    else if (/Output is in/i.test(line)) this.#run = { ...this.#run, unit: unitOf(line) };
    else if (each) this.#begin({ ...this.#run, fileKb: Number(each[1]), recordKb: Number(each[2]) });
    else if (record !== undefined) this.#run = { ...this.#run, recordKb: Number(record) };
    else return false;
    return true;
  }

  /** A line of the throughput mode. */
  #child(line: string, at: number): boolean {
    const [, processes, who = '', value, unit = ''] =
      /Children see throughput for\s+(\d{1,9})\s+(initial writers|rewriters|readers|re-readers)\s*=\s*([\d.]{1,24}) {0,9}([a-z]{1,12})\/sec/i.exec(
        line,
      ) ?? [];
    const phase = phases[writers.indexOf(who.toLowerCase())];
    if (!phase) return false;
    const { fileKb, recordKb } = this.#run;
    const reading = { phase, fileKb, recordKb, kbPerS: Number(value), processes: Number(processes) };
    this.#add(this.children, at, reading, unitOf(`${unit}/s`));
    return true;
  }

  /** The heading of a part; one that is not ours ends the part before it. */
  #title(line: string): boolean {
    const report = /^\W*(re-)?(writer|reader) report\W*$/i.exec(line);
    const phase = report && phases[(report[2]?.toLowerCase() === 'writer' ? 0 : 2) + (report[1] ? 1 : 0)];
    if (/\bkB\s+reclen\s+write\s+rewrite\s+read\s+reread\b/i.test(line))
      this.#part = { kind: 'table', ends: endsOf(line) };
    else if (phase) this.#part = { kind: 'report', phase, records: undefined };
    else if (/Throughput report Y-axis/i.test(line)) this.#part = { kind: 'throughput' };
    else if (/\breport\b|iozone test complete/i.test(line)) this.#part = { kind: 'none' };
    else return false;
    return true;
  }

  #row(line: string, at: number, ends: number[]): void {
    const start = /^\s*(\d{1,15})\s+(\d{1,12})\s+\d[\d\s]*$/.exec(line);
    if (!start) return;
    const values = valuesOf(line, ends, this.#run.asked);
    if (!values) this.unclear ||= at;
    const [fileKb, recordKb, { unit }] = [Number(start[1]), Number(start[2]), this.#run];
    phases.forEach((phase, column) => {
      const kbPerS = values?.[column];
      if (kbPerS !== undefined) this.#add(this.rows, at, { phase, fileKb, recordKb, kbPerS, processes: 1 }, unit);
    });
  }

  #report(line: string, at: number, part: Part & { kind: 'report' }): void {
    const { phase, records } = part;
    const { unit } = this.#run;
    const numbers = rowOf(line);
    if (!numbers) this.#part = { kind: 'none' };
    else if (numbers.length > 0 && !records) part.records = numbers;
    else if (numbers.length > 0) {
      const [fileKb, ...values] = numbers;
      values.forEach((kbPerS, i) => {
        const recordKb = records?.[i];
        if (recordKb !== undefined)
          this.#add(this.reports, at, { phase, fileKb, recordKb, kbPerS, processes: 1 }, unit);
      });
    }
  }

  #throughput(line: string, at: number): void {
    const name = /^["\s]*(initial write|rewrite|read|re-read)["\s,;]/i.exec(line);
    const phase = phases[tests.indexOf(name?.[1]?.toLowerCase() ?? '')];
    if (!phase) return;
    const { fileKb, recordKb, processes, unit } = this.#run;
    rowOf(line.slice(name?.[0].length))?.forEach((kbPerS, column) => {
      const all = processes === undefined ? undefined : processes + column;
      this.#add(this.summary, at, { phase, fileKb, recordKb, kbPerS, processes: all }, unit);
    });
  }

  /** Everything once. */
  all(): Reading[] {
    const place = ({ phase, fileKb, recordKb }: Reading): string => [phase, fileKb, recordKb].join();
    const printed = new Set(this.rows.map(place));
    const said = new Set(this.children.map(({ phase }) => phase));
    return [
      ...this.rows,
      ...this.reports.filter((reading) => !printed.has(place(reading))),
      ...this.children,
      ...this.summary.filter(({ phase }) => !said.has(phase)),
    ];
  }
}
