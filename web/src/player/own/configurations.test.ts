import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isProblem, readSheet } from '../own-data';
import { configurationsOf, configurationFromReadings, phaseOf, seriesIn } from './configurations';
import type { IozoneReading } from '../../engine';
import {
  ownPointsOf,
  marksOf,
  mixOf,
  contentOf,
  type OwnMeasurements,
  type OwnConfiguration,
  type BarChartContent,
} from './marks';

const titles = ['EDED', 'EMD0', 'EMD1'];
const outputs = [
  { name: 'kb_per_s', title: 'KB/sec', unit: 'KB/s' },
  { name: 'cp_cpu_per_kb', title: 'CP CPU/KB', unit: 'µs' },
];
function readTable(text: string) {
  const sheet = readSheet(text);
  if (isProblem(sheet)) throw new Error(sheet.problem);
  return configurationsOf(sheet, outputs, titles);
}

describe('configurations of a table', () => {
  test('have a phase in each row, or a column for each phase', () => {
    const long = readTable('config;Phase;kb per s\nEMD0;Initial write;20,5\nEMD0;re-read;40\nmine;reader;7');
    const wide = readTable('config,writer,Re-reader,read\nEMD0,20.5,40,\nmine,,,7');
    expect(long).toEqual(wide);
    expect(long).toEqual({
      configurations: [
        {
          name: 'EMD0',
          series: 'EMD0',
          places: [],
          place: '',
          values: [
            { output: 'kb_per_s', phase: 'write', place: '', value: 20.5 },
            { output: 'kb_per_s', phase: 'reread', place: '', value: 40 },
          ],
        },
        {
          name: 'mine',
          series: '',
          places: [],
          place: '',
          values: [{ output: 'kb_per_s', phase: 'read', place: '', value: 7 }],
        },
      ],
      said: '',
    });
  });

  test('may have several outputs, called as the model or as its tables call them', () => {
    expect(readTable('KB/sec,host,CP CPU/KB,colour\n1,x,2,red\n')).toMatchObject({
      configurations: [{ values: [{ output: 'kb_per_s', phase: undefined }, { output: 'cp_cpu_per_kb' }] }],
      said: 'Not used: colour.',
    });
    expect(readTable('host,speed\nx,2\n')).toMatchObject({ said: '“speed” is used as KB/sec.' });
  });

  test('name the missing column and count unusable lines when they cannot be read', () => {
    expect(readTable('a,b\n1,2\n')).toMatchObject({ problem: expect.stringContaining('“configuration”') });
    expect(readTable('configuration,host\nx,y\n')).toMatchObject({
      problem: expect.stringContaining('kb_per_s'),
    });
    expect(readTable('configuration,phase,kb_per_s\nx,mixed,3\n')).toMatchObject({
      problem: expect.stringMatching(/write, rewrite, read, or reread\. Correct line 2/),
    });
    expect(readTable('configuration,kb_per_s\nx,0\ny,oops\nz,3\n')).toMatchObject({
      configurations: [{ name: 'z' }],
      said: '2 lines were skipped; the first is line 2.',
    });
  });

  test('are only ever text, however hostile', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (header, body) => {
        const sheet = readSheet(`${header},b\n${body},1`);
        if (isProblem(sheet)) return;
        const result = configurationsOf(sheet, outputs, titles);
        if (!isProblem(result))
          for (const { values } of result.configurations)
            for (const { value } of values) expect(value).toBeGreaterThan(0);
      }),
    );
    expect(readTable('configuration,__proto__,kb_per_s\nconstructor,1,2\n')).toMatchObject({
      configurations: [{ name: 'constructor' }],
    });
  });
});

describe('names', () => {
  test('of files find the series that they speak of, whole words only', () => {
    expect(['emd1', 'iozone-EMD0.run2', 'eded_800m', 'EMD10', 'lemd1'].map((name) => seriesIn(name, titles))).toEqual([
      'EMD1',
      'EMD0',
      'EDED',
      '',
      '',
    ]);
  });

  test('of phases are understood as people and IOzone write them', () => {
    expect(
      [
        'write',
        'Initial write',
        'initial writers',
        'Re-writer',
        'rewriters',
        'READ',
        'initial read',
        're-readers',
        'reread',
      ].map(phaseOf),
    ).toEqual(['write', 'write', 'write', 'rewrite', 'rewrite', 'read', 'read', 'reread', 'reread']);
    expect(['', 'random read', 'readings', 'overwrite', 'mix'].map(phaseOf)).toEqual(Array(5).fill(undefined));
  });
});

test('repeated measurement is its median, of the largest file first', () => {
  const reading = (file_kb: number, kb_per_s: number): IozoneReading => ({
    phase: 'read',
    file_kb,
    record_kb: 64,
    kb_per_s,
    processes: 1,
  });
  const one = configurationFromReadings(
    [reading(1024, 9), reading(819200, 3), reading(819200, 1), reading(819200, 2)],
    'emd0-a',
    'kb_per_s',
    titles,
  );
  expect(one).toMatchObject({ series: 'EMD0', place: '819200,64,1' });
  expect(one.places.map(({ title }) => title)).toEqual([
    'file size 1 MB, record size 64 KB',
    'file size 800 MB, record size 64 KB',
  ]);
  expect(one.values.find(({ place }) => place === one.place)?.value).toBe(2);
});

/** Returns configurations measured in one phase, by series. */
const list = (values: [series: string, value: number][]): OwnConfiguration[] =>
  values.map(([series, value], number) => ({
    number,
    name: series || `own ${number}`,
    series,
    values: [{ output: 'kb_per_s', phase: 'read', place: '', value }],
    places: [],
    place: '',
  }));
const shown: BarChartContent = { output: 'kb_per_s', phase: 'read', relative: true, titles, model: [1, 2, 0.5] };

describe('on a chart of ratios', () => {
  /**
   * Returns the difference between two numbers, relative if they are large: ratios here span eighteen orders of
   * magnitude.
   */
  const apart = (a: number, b: number): number => Math.abs(a - b) / Math.max(1, Math.abs(b));
  const positive = fc.double({ min: 1e-3, max: 1e6, noNaN: true });
  const measured: fc.Arbitrary<OwnMeasurements> = fc
    .tuple(fc.array(fc.tuple(fc.constantFrom(...titles, ''), positive), { minLength: 2, maxLength: 9 }), fc.nat(8))
    .map(([values, chosen]) => ({ list: list(values), baseline: chosen < values.length ? chosen : undefined }));

  test('ratios are kept, and the baseline is at the model’s value', () => {
    fc.assert(
      fc.property(measured, (measured) => {
        const { marks, baseline } = marksOf(measured, shown);
        const at = marks.indexOf(baseline as (typeof marks)[number]);
        expect(measured.baseline === undefined || measured.baseline === at).toBe(true);
        const base = marks[at];
        expect(base?.value).toBeCloseTo(base && base.series >= 0 ? (shown.model[base.series] ?? NaN) : 1, 9);
        expect(base?.error).toBeNaN();
        for (const mark of marks) {
          expect(apart(mark.value / (base?.value ?? NaN), mark.raw / (base?.raw ?? NaN))).toBeLessThan(1e-9);
          // The error is that of the model's ratio to its baseline value.
          if (mark !== base && mark.series >= 0 && base && base.series >= 0) {
            const model = (shown.model[mark.series] ?? NaN) / (shown.model[base.series] ?? NaN);
            expect(apart(mark.error, model / (mark.raw / base.raw) - 1)).toBeLessThan(1e-9);
          }
        }
      }),
    );
  });

  test('baseline is the chart’s own when it was measured, else the first', () => {
    const number = (values: [string, number][]) =>
      marksOf({ list: list(values), baseline: undefined }, shown).baseline?.configuration.number;
    expect(
      number([
        ['EMD0', 1],
        ['EDED', 2],
      ]),
    ).toBe(1);
    expect(
      number([
        ['', 1],
        ['EMD0', 2],
      ]),
    ).toBe(0);
    expect(number([['EMD0', 1]])).toBeUndefined();
  });

  test('single configuration has a position only as the baseline', () => {
    const one = list([['EMD0', 40]]);
    expect(marksOf({ list: one, baseline: undefined }, shown).marks[0]?.value).toBeNaN();
    const { marks, usable } = marksOf({ list: one, baseline: 0 }, shown);
    expect(usable).toBe(1);
    expect(marks[0]).toMatchObject({ value: 2, error: NaN });
  });

  test('phase or output that was not measured has no usable value', () => {
    const both = list([
      ['EDED', 1],
      ['EMD0', 2],
    ]);
    for (const other of [
      { ...shown, phase: 'write' },
      { ...shown, output: 'cp_cpu_per_kb' },
      { ...shown, phase: undefined },
    ])
      expect(marksOf({ list: both, baseline: 0 }, other)).toMatchObject({ usable: 0, baseline: undefined });
  });
});

test('absolute values are as measured, or scaled to a baseline', () => {
  const absolute: BarChartContent = { ...shown, relative: false, model: [40000, 44000, 20000] };
  const both = list([
    ['EDED', 100],
    ['EMD0', 121],
    ['', 7],
  ]);
  const asMeasured = marksOf({ list: both, baseline: undefined }, absolute);
  expect(asMeasured.marks.map(({ value }) => value)).toEqual([100, 121, 7]);
  expect(asMeasured.marks[0]?.error).toBeCloseTo(399, 9);
  const scaled = marksOf({ list: both, baseline: 0 }, absolute).marks.map(({ value }) => value);
  expect(scaled).toEqual([40000, 48400, 2800]);
});

test('unknown configuration is drawn in its own row below the series', () => {
  const marks = marksOf(
    {
      list: list([
        ['EDED', 10],
        ['', 5],
        ['EMD0', 20],
        ['', 2],
      ]),
      baseline: undefined,
    },
    shown,
  );
  expect(ownPointsOf(marks, 0, titles.length)).toMatchObject([
    {
      rows: ['own 1', 'own 3'],
      points: [
        { x: 0, y: 1, against: 0, name: 'EDED' },
        { x: 0, y: 2, against: 1, name: 'EMD0' },
        { x: 0, y: 0.5, against: 3, name: 'own 1' },
        { x: 0, y: 0.2, against: 4, name: 'own 3' },
      ],
    },
  ]);
  expect(ownPointsOf(marksOf({ list: [], baseline: undefined }, shown), 0, 3)).toEqual([]);
});

describe('mix of phases', () => {
  const scenario = { phase: 'mix', read_share: 60, reread_share: 25, initial_share: 75 };
  const mix = mixOf(scenario);
  /** Returns one configuration with a throughput for some phases. */
  const own = (number: number, series: string, values: [phase: string, value: number][]): OwnConfiguration => ({
    number,
    name: series || `own ${number}`,
    series,
    values: values.map(([phase, value]) => ({ output: 'kb_per_s', phase, place: '', value })),
    places: [],
    place: '',
  });
  const all = (base: number): [string, number][] => [
    ['write', base],
    ['rewrite', 2 * base],
    ['read', 4 * base],
    ['reread', 40 * base],
  ];
  const load: BarChartContent = { ...shown, phase: 'mix', ...(mix && { mix }) };

  test('has the shares of the KB that the settings give to each phase', () => {
    const { write, rewrite, read, reread } = mix ?? { write: 0, rewrite: 0, read: 0, reread: 0 };
    expect(write).toBeCloseTo(0.3, 12);
    expect(rewrite).toBeCloseTo(0.1, 12);
    expect(read).toBeCloseTo(0.45, 12);
    expect(reread).toBeCloseTo(0.15, 12);
    expect(mixOf({ ...scenario, phase: 'read' })).toBeUndefined();
    expect(mixOf({ phase: 'mix' })).toBeUndefined();
  });

  test('is the harmonic mean of the four phases of a file: times add up, rates do not', () => {
    const { marks, usable } = marksOf(
      { list: [own(0, 'EDED', all(100)), own(1, '', all(150))], baseline: undefined },
      load,
    );
    // For one KB: 0.3/100 + 0.1/200 + 0.45/400 + 0.15/4000 s.
    expect(marks[0]?.raw).toBeCloseTo(1 / 0.0046625, 9);
    expect(marks.map(({ value }) => value)).toEqual([1, expect.closeTo(1.5, 9)]);
    expect(usable).toBe(2);
  });

  test('names missing phases, and needs none without a share', () => {
    const some = own(0, 'EDED', [
      ['read', 400],
      ['write', 100],
    ]);
    const [mark] = marksOf({ list: [some], baseline: undefined }, load).marks;
    expect(mark).toMatchObject({ raw: NaN, missing: ['rewrite', 'reread'] });
    const readsOnce = mixOf({ ...scenario, read_share: 100, reread_share: 0 });
    const [enough] = marksOf(
      { list: [some], baseline: undefined },
      { ...load, ...(readsOnce && { mix: readsOnce }) },
    ).marks;
    expect(enough).toMatchObject({ raw: 400, missing: [] });
  });

  test('is taken as is from the reader’s own table', () => {
    const table = { ...own(0, 'EDED', []), values: [{ output: 'kb_per_s', phase: undefined, place: '', value: 7 }] };
    expect(marksOf({ list: [table], baseline: undefined }, load).marks[0]).toMatchObject({ raw: 7, missing: [] });
  });

  test('exists only for throughputs, if all bars are of the mix', () => {
    const run = (scenarios: object[]) =>
      ({ series: scenarios.map((scenario, s) => ({ title: titles[s], scenario })), sweep: { columns: [] } }) as never;
    const chart = { y: 'kb_per_s', relative: true } as never;
    expect(contentOf(chart, run([scenario, scenario]), 'KB/s').mix).toEqual(mix);
    expect(contentOf(chart, run([scenario, scenario]), 'us').mix).toBeUndefined();
    expect(contentOf(chart, run([scenario, { phase: 'read' }]), 'KB/s').mix).toBeUndefined();
  });
});
