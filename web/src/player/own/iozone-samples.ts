// What IOzone prints, for tests: by the formats of its source, checked against outputs of versions 3.308 and 3.471.
import { type Reading } from './iozone';
import { phases, type Phase } from './phases';

export interface Run {
  /** Phases that are asked for: pairs of writes, of reads or both. */
  asked: readonly Phase[];
  /** By place, then by phase. */
  places: { fileKb: number; recordKb: number; values: Record<Phase, number> }[];
}

const numbers = { write: '0', rewrite: '0', read: '1', reread: '1' } as const;

/** The options that ask for a run's tests. */
export const tests = ({ asked }: Run): string => [...new Set(asked.map((phase) => `-i ${numbers[phase]}`))].join(' ');

export const banner = (run: Run, options = '', mode = 'Output is in kBytes/sec'): string =>
  `\tIozone: Performance Test of File I/O
\t        Version $Revision: 3.471 $
\t\tCompiled for 64 bit mode.
\t\tBuild: linux-AMD64 

\tRun began: Sun Nov 22 00:41:03 2026

\tExcel chart generation enabled
\tAuto Mode
\tCommand line used: ./iozone -Ra ${options} ${tests(run)} -f /mnt/iozone/ballast
\t${mode}
\tTime Resolution = 0.000001 seconds.
\tProcessor cache size set to 1024 kBytes.
\tProcessor cache line size set to 32 bytes.
\tFile stride size set to 17 * record size.
`;

const headings = {
  new: `                                                              random    random     bkwd    record    stride                                    
              kB  reclen    write  rewrite    read    reread    read     write     read   rewrite      read   fwrite frewrite    fread  freread
`,
  old: `                                                            random  random    bkwd   record   stride                                   
              KB  reclen   write rewrite    read    reread    read   write    read  rewrite     read   fwrite frewrite   fread  freread
`,
};
const widths = { new: [16, 8, 9, 9, 9, 9], old: [16, 8, 8, 8, 9, 9] };

/** The table, with blanks for all that was not asked for. */
export const table = ({ asked, places }: Run, version: 'new' | 'old' = 'new'): string =>
  headings[version] +
  places
    .map(({ fileKb, recordKb, values }) => {
      const shown = phases.map((phase) => (asked.includes(phase) ? String(values[phase]) : ''));
      const cells = [String(fileKb), String(recordKb), ...shown];
      return `${cells.map((cell, at) => cell.padStart(widths[version][at] ?? 9)).join('')}${' '.repeat(82)}\n`;
    })
    .join('');

export const done = '\niozone test complete.\n';

const titles = { write: 'Writer', rewrite: 'Re-writer', read: 'Reader', reread: 'Re-Reader' } as const;

/** The reports of -R: nought where a place was not measured. Or as a spreadsheet saves what -Rb wrote. */
export function reports({ asked, places }: Run, separator = ''): string {
  const records = [...new Set(places.map(({ recordKb }) => recordKb))].sort((a, b) => a - b);
  const files = [...new Set(places.map(({ fileKb }) => fileKb))].sort((a, b) => a - b);
  const value = (phase: Phase, file: number, record: number): string =>
    String(places.find(({ fileKb, recordKb }) => fileKb === file && recordKb === record)?.values[phase] ?? 0);
  const spread = asked.map((phase) =>
    separator
      ? [
          `${titles[phase]} Report`,
          ['', ...records].join(separator),
          ...files.map((file) => [file, ...records.map((record) => value(phase, file, record))].join(separator)),
          '',
        ].join('\n')
      : [
          `\n"${titles[phase]} report"`,
          `      ${records.map((record) => `  "${record}"`).join('')}`,
          ...files.map((file) => `"${file}"  ${records.map((record) => ` ${value(phase, file, record)} `).join('')}`),
          '',
        ].join('\n'),
  );
  return `${separator ? 'The top row is records sizes, the left column is file sizes\n' : 'Excel output is below:\n'}${spread.join('')}`;
}

const who = { write: 'initial writers', rewrite: 'rewriters', read: 'readers', reread: 're-readers' } as const;

/** Throughput mode with so many processes. */
export function throughput({ asked, places }: Run, processes: number, unit = 'kB'): string {
  const [place] = places;
  const each = asked.map((phase) => {
    const value = (place?.values[phase] ?? 0).toFixed(2).padStart(10);
    const [many, gap] = [String(processes).padStart(phase === 'reread' ? 0 : 2), phase === 'read' ? '\t\t' : '\t'];
    return `
\tChildren see throughput for ${many} ${who[phase]} ${gap}= ${value} ${unit}/sec
\tParent sees throughput for ${many} ${who[phase]} ${gap}= ${(1234.5).toFixed(2).padStart(10)} ${unit}/sec
\tMin throughput per process \t\t\t= ${value} ${unit}/sec 
\tMax throughput per process \t\t\t= ${value} ${unit}/sec
\tAvg throughput per process \t\t\t= ${value} ${unit}/sec
\tMin xfer \t\t\t\t\t=    1024.00 ${unit}
`;
  });
  return `\tThroughput test with ${processes} process
\tEach process writes a ${place?.fileKb} kByte file in ${place?.recordKb} kByte records
${each.join('')}`;
}

const labels = {
  write: '  Initial write ',
  rewrite: '        Rewrite ',
  read: '           Read ',
  reread: '        Re-read ',
};

/** What -R adds to throughput mode. */
export const summary = ({ asked, places }: Run): string =>
  `\n"Throughput report Y-axis is type of test X-axis is number of processes"
"Record size = ${places[0]?.recordKb} kBytes "
"Output is in kBytes/sec"

${asked.map((phase) => `"${labels[phase]}"  ${(places[0]?.values[phase] ?? 0).toFixed(2).padStart(10)} \n\n`).join('')}`;

/** What a reader should find in a run. */
export const expected = ({ asked, places }: Run, processes = 1): Reading[] =>
  places.flatMap(({ fileKb, recordKb, values }) =>
    asked.map((phase) => ({ phase, fileKb, recordKb, kbPerS: values[phase], processes })),
  );
