import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isProblem, maxFileBytes } from '../own-data';
import { isIozone, mostReadings, readIozone, type Reading, type Readings } from './iozone';
import { banner, done, expected, reports, summary, table, tests, throughput, type Run } from './iozone-samples';
import { phases } from './phases';

function read(text: string): Readings {
  const result = readIozone(text);
  if (isProblem(result)) throw new Error(result.problem);
  return result;
}
const problem = (text: string): string => {
  const result = readIozone(text);
  return isProblem(result) ? result.problem : '';
};
const sorted = (readings: Reading[]): string[] => readings.map((reading) => JSON.stringify(reading)).sort();

const values = fc.record({
  write: fc.integer({ min: 1, max: 9_999_999 }),
  rewrite: fc.integer({ min: 1, max: 9_999_999 }),
  read: fc.integer({ min: 1, max: 9_999_999 }),
  reread: fc.integer({ min: 1, max: 9_999_999 }),
});
const asked = fc.constantFrom(phases, phases.slice(0, 2), phases.slice(2));
/** A run over files and records that are powers of two, some places of them left out. */
const runs: fc.Arbitrary<Run> = fc
  .record({
    asked,
    files: fc.uniqueArray(fc.integer({ min: 6, max: 24 }), { minLength: 1, maxLength: 4 }),
    records: fc.uniqueArray(fc.integer({ min: 2, max: 14 }), { minLength: 1, maxLength: 5 }),
    each: fc.array(values, { minLength: 20, maxLength: 20 }),
    left: fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
  })
  .map(({ asked, files, records, each, left }) => ({
    asked,
    places: files.flatMap((file, f) =>
      records.flatMap((record, r) => {
        const at = f * records.length + r;
        const of = each[at];
        return of && (at === 0 || !left[at]) ? [{ fileKb: 2 ** file, recordKb: 2 ** record, values: of }] : [];
      }),
    ),
  }));
const first = (run: Run): Run => ({ ...run, places: run.places.slice(0, 1) });

describe('what IOzone prints is read as it was measured', () => {
  const cases: [string, (run: Run) => [string, Reading[]]][] = [
    ['the table', (run) => [banner(run) + table(run) + done, expected(run)]],
    ['the table of older versions', (run) => [banner(run) + table(run, 'old') + done, expected(run)]],
    ['the table alone, quoted in a message', (run) => [table(run).replace(/^/gm, '> '), expected(run)]],
    ['the table whose spaces are lost', (run) => [banner(run) + table(run).replace(/ +/g, ' ') + done, expected(run)]],
    ['the table and its reports, once', (run) => [banner(run) + table(run) + done + reports(run), expected(run)]],
    ['the reports alone', (run) => [reports(run), expected(run)]],
    ['the reports as a spreadsheet saves them', (run) => [reports(run, ','), expected(run)]],
    ['the same with semicolons', (run) => [reports(run, ';'), expected(run)]],
    ['the same with tabs', (run) => [reports(run, '\t').replaceAll('\n', '\r\n'), expected(run)]],
    ['throughput mode', (run) => [banner(run, '-t 3') + throughput(run, 3) + done, expected(first(run), 3)]],
    [
      'throughput mode and its report, once',
      (run) => [banner(run, '-t 3') + throughput(run, 3) + summary(run) + done, expected(first(run), 3)],
    ],
    [
      'the report of throughput mode alone',
      (run) => [
        `iozone -Rb a.xls ${tests(run)} -t 3 -s ${run.places[0]?.fileKb}k${summary(run)}`,
        expected(first(run), 3),
      ],
    ],
    [
      'several numbers of processes',
      (run) => [
        banner(run, '-l 1 -u 2') + throughput(run, 1) + throughput(run, 2) + done,
        [...expected(first(run), 1), ...expected(first(run), 2)],
      ],
    ],
  ];
  test.each(cases)('%s', (_, print) => {
    fc.assert(
      fc.property(runs, (run) => {
        const [text, wanted] = print(run);
        const { readings, said } = read(text);
        expect(sorted(readings)).toEqual(sorted(wanted));
        expect(said).toBe('');
        expect(isIozone(text)).toBe(true);
      }),
    );
  });

  test('other tests, processor use and random reads are left alone', () => {
    const text = `
\tChildren see throughput for 5 stride readers \t= 1779844.83 KB/sec
\tChildren see throughput for 5 random readers \t= 1850449.30 KB/sec
\tChildren see throughput for 5 re-readers \t= 2055142.27 KB/sec
"Writer CPU utilization report (Zero values should be ignored)"
        "64"
"1024"    25.61

"Random read report"
        "64"
"1024"   77 
`;
    expect(read(text).readings).toMatchObject([{ phase: 'reread', kbPerS: 2055142.27, processes: 5 }]);
  });

  test('megabytes are kilobytes 1,024 times; operations and microseconds are named', () => {
    const run: Run = {
      asked: phases,
      places: [{ fileKb: 819200, recordKb: 64, values: { write: 20, rewrite: 21, read: 40, reread: 41 } }],
    };
    expect(read(throughput(run, 1, 'MB')).readings.map(({ kbPerS }) => kbPerS)).toEqual([20480, 21504, 40960, 41984]);
    expect(problem(throughput(run, 1, 'ops'))).toMatch(/^Line 4 counts operations .* without -O/);
    for (const mode of ['OPS Mode. Output is in operations per second.', 'Output is in microseconds per operation.'])
      expect(problem(banner(run, '', mode) + table(run) + done + reports(run))).toMatch(/^Line 18 counts operations/);
  });
});

describe('an output that was cut off', () => {
  const run: Run = {
    asked: phases,
    places: [{ fileKb: 819200, recordKb: 64, values: { write: 20400, rewrite: 20900, read: 40100, reread: 40300 } }],
  };

  test('says where it ends and what is missing', () => {
    const text = reports(run);
    const cut = text.slice(0, text.indexOf('Re-Reader') + 3);
    expect(read(cut)).toEqual({
      readings: expected(run).slice(0, 3),
      said: 'The output ends in the middle of line 15: the re-reader report is missing.',
    });
    expect(read(text.slice(0, text.indexOf('\n"Re-Reader'))).said).toBe(
      'The output ends with line 13: the re-reader report is missing.',
    );
    const children = banner(run, '-t 1') + throughput(run, 1);
    expect(read(children.slice(0, children.indexOf('40300') + 2)).said).toMatch(
      /^The output ends in the middle of line \d+: the re-reader throughput is missing\.$/,
    );
  });

  test('never gives a number that lost its end', () => {
    const outputs = (run: Run): string[] => [
      banner(run) + table(run) + done + reports(run),
      reports(run),
      reports(run, ','),
      banner(run, '-l 1 -u 2') + throughput(run, 1) + throughput(run, 2) + summary(run),
      summary(run),
    ];
    fc.assert(
      fc.property(runs, fc.nat(4), fc.double({ min: 0, max: 1, noNaN: true }), (run, which, share) => {
        const whole = outputs(run)[which] ?? '';
        const cut = readIozone(whole.slice(0, Math.floor(whole.length * share)));
        const all = new Set(sorted(read(whole).readings).map((reading) => reading.replace(/"processes":\d+/, '')));
        if (!isProblem(cut))
          for (const reading of sorted(cut.readings)) expect(all).toContain(reading.replace(/"processes":\d+/, ''));
      }),
      { numRuns: 300 },
    );
  }, 30_000);

  test('is told apart from one in which nothing more was asked for', () => {
    const half: Run = { ...run, asked: phases.slice(0, 2) };
    expect(read(banner(half) + table(half) + done).said).toBe('');
    expect(read(banner(run, '-+n') + throughput({ ...run, asked: ['write', 'read'] }, 1) + done).said).toBe('');
    expect(read(banner(run) + throughput(half, 1)).said).toContain('the reader, re-reader throughputs are missing');
  });

  test('names a row whose columns cannot be told apart', () => {
    const half: Run = { ...run, asked: phases.slice(2) };
    expect(problem(table(half).replace(/ +/g, ' '))).toMatch(/^Line 3 has fewer values .* Choose the file as IOzone/);
  });
});

describe('what is not IOzone’s', () => {
  test('is told what was expected', () => {
    expect(problem('a,b\n1,2')).toMatch(/reclen .*“Writer report”.*“Children see throughput for”/);
    expect(isIozone('configuration,kb_per_s\nmy iozone run,12')).toBe(false);
    expect(problem('\t\u0004\u0006\0\0\0')).toContain('save it as CSV');
  });

  test('is refused at once where it is large', () => {
    const large = 'Children see throughput for 1 readers = 1 KB/sec\n'.repeat(1_100_000);
    const start = performance.now();
    expect(large.length).toBeGreaterThan(10 * maxFileBytes);
    expect(problem(large)).toContain('5 MB');
    expect(isIozone(large)).toBe(false);
    expect(performance.now() - start).toBeLessThan(50);
  });

  test('never fails, never takes long, and gives a bounded answer', () => {
    const pieces = fc.constantFrom(
      ...[
        '"Writer report"\n',
        '"Re-Reader report"\n',
        '              kB  reclen    write  rewrite    read    reread\n',
      ],
      ...[
        'Children see throughput for  1 readers = ',
        '1 KB/sec',
        '"64"',
        ' 1024 ',
        '\t',
        '\n',
        '\r',
        '"',
        ',',
        ';',
        '-',
        '.',
      ],
      ...[
        '<script>alert(1)</script>',
        '\u202E',
        'Command line used: iozone -i',
        'Output is in ',
        '9'.repeat(400),
        '\0',
      ],
      ...['"Throughput report Y-axis"\n', '"  Initial write "', 'Record size = ', ' '.repeat(1999), ','.repeat(1999)],
    );
    const text = fc.array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 20 })), { maxLength: 200 });
    fc.assert(
      fc.property(text, (parts) => {
        const start = performance.now();
        const result = readIozone(parts.join(''));
        expect(performance.now() - start).toBeLessThan(2000);
        if (isProblem(result)) expect(result.problem.length).toBeLessThan(1000);
        else {
          expect(result.readings.length).toBeLessThanOrEqual(mostReadings);
          expect(result.said.length).toBeLessThan(1000);
          for (const { phase, kbPerS } of result.readings) {
            expect(phases).toContain(phase);
            expect(kbPerS > 0 && Number.isFinite(kbPerS)).toBe(true);
          }
        }
      }),
      { numRuns: 200 },
    );
  }, 30_000);

  test('is read in a moment even where it fills 5 MB with what is slow to look through', () => {
    for (const line of [
      '"'.repeat(1999),
      ' '.repeat(1999),
      'Record size' + ' '.repeat(1980),
      '1 '.repeat(999),
      ',iozone'.repeat(250),
    ]) {
      const text = `"Writer report"\n"64"\n"Throughput report Y-axis"\n${`${line}\n`.repeat(4_900_000 / (line.length + 1))}`;
      const start = performance.now();
      readIozone(text);
      expect(performance.now() - start).toBeLessThan(5000);
    }
  }, 60_000);

  test('gives no more than is taken from one file', () => {
    const { readings, said } = read('Children see throughput for 1 readers = 1 KB/sec\n'.repeat(3000));
    expect(readings).toHaveLength(mostReadings);
    expect(said).toContain('2000');
  });
});
