import { describe, expect, test } from 'vitest';
import { lessonTools } from '../../build/lesson-tools.ts';
import { compile, filesInMemory } from '../lab/compile/index.ts';
import { decode, encode } from '../state/code.ts';
import { demandsPerServer, loadsOf, saturationPoint, saturationRate, type Solution } from './declare.ts';
import { loadsToSimulate } from './loads.ts';
import { labFolderOf } from './lab-folder.ts';
import { arrowShape, layout, positionAt } from './layout.ts';
import {
  arrowsInRow,
  demandsOf,
  emptyNet,
  examples,
  NetError,
  netIn,
  OUTSIDE,
  problemOf,
  visitsOf,
  withArrow,
  withArrows,
  withClass,
  withFaster,
  withNewStation,
  withoutStation,
  withStop,
  withVisits,
  type Net,
} from './net.ts';
import type { Explanation } from './protocol.ts';
import { netOfQueueFile, queueFileOf } from './queue-file.ts';
import { devicesOf, guess, headerOf, mappingOf, netOfReport } from './report.ts';
import { bottleneckSentence, comparisonSentence, time } from './words.ts';

const exampleOf = (at: number): Net => (examples[at] as (typeof examples)[number]).net;
const central = exampleOf(0);
const single = exampleOf(1);
const terminals = exampleOf(2);
const classOf = (net: Net, at = 0) => net.classes[at] as Net['classes'][number];

describe('routes', () => {
  test('visits follow from arrows by the traffic equations', () => {
    const visits = visitsOf(central, classOf(central));
    expect(visits['s1']).toBeCloseTo(5, 12);
    expect(visits['s2']).toBeCloseTo(2.5, 12);
    expect(visits['s3']).toBeCloseTo(1.5, 12);
    const demands = demandsOf(central, classOf(central));
    expect(Object.values(demands).map((ms) => Number(ms.toPrecision(12)))).toEqual([25, 50, 22.5]);
  });

  test('arrows of stations in a row give their visits', () => {
    const wanted = { s1: 0.4, s2: 3, s3: 1, s4: 0.999 };
    const stops = Object.fromEntries(Object.keys(wanted).map((id) => [id, { service: 1, visits: 1, variation: 1 }]));
    const station = (id: string) => ({ ...(central.stations[0] as Net['stations'][number]), id });
    const arrows = arrowsInRow(Object.entries(wanted));
    const net: Net = {
      ...central,
      stations: Object.keys(wanted).map(station),
      classes: [{ ...classOf(central), routing: 'arrows', stops, arrows }],
    };
    for (const [id, visits] of Object.entries(visitsOf(net, classOf(net))))
      expect(visits).toBeCloseTo(wanted[id as keyof typeof wanted], 12);
  });

  test('wrong probabilities are named with their station', () => {
    const wrong = withClass(central, 'c1', {
      arrows: classOf(central).arrows.map((arrow) => (arrow.to === 's2' ? { ...arrow, probability: 0.4 } : arrow)),
    });
    expect(problemOf(wrong)).toBe(
      'In “Users”, the probabilities after “Processor” add up to 0.9, not 1: change the probabilities.',
    );
    const trapped = withClass(central, 'c1', {
      arrows: [
        { from: OUTSIDE, to: 's1', probability: 1 },
        { from: 's1', to: 's1', probability: 1 },
      ],
    });
    expect(problemOf(trapped)).toContain('never return to the outside');
    expect(problemOf(emptyNet)).toBe('The network is empty: add a station.');
  });

  test('added arrow gets the probability that is left', () => {
    const { net, id } = withNewStation(emptyNet, 'c1', 'queue');
    const first = withArrow(net, 'c1', id, id);
    expect(classOf(first).arrows.filter(({ from }) => from === id)).toEqual([
      { from: id, to: OUTSIDE, probability: 0.5 },
      { from: id, to: id, probability: 0.5 },
    ]);
    expect(visitsOf(first, classOf(first))[id]).toBeCloseTo(2, 12);
    // Visits and arrows are two forms of one route.
    const back = withVisits(first, classOf(first));
    expect(back.stops[id]?.visits).toBe(2);
    expect(withArrows({ ...first, classes: [back] }, back).arrows).toHaveLength(3);
  });

  test('removed station leaves no route behind', () => {
    const left = withoutStation(central, 's2');
    expect(classOf(left).stops).not.toHaveProperty('s2');
    expect(classOf(left).arrows.some(({ from, to }) => from === 's2' || to === 's2')).toBe(false);
    expect(problemOf(left)).toContain('add up to 0.5');
  });
});

describe('loads', () => {
  test('saturation is where the largest demand takes all the time', () => {
    expect(saturationPoint(central, classOf(central))).toBeCloseTo(1097.5 / 50, 12);
    expect(saturationRate(single, classOf(single))).toBeCloseTo(10, 12);
    expect(demandsPerServer(terminals, classOf(terminals))).toEqual({ s1: 30, s2: 30 });
  });

  test('curves pass saturation, or end just before it', () => {
    const closed = loadsOf([central], 'c1');
    expect(closed[0]).toBe(1);
    expect(closed).toContain(20);
    expect(closed.at(-1)).toBeGreaterThan(50);
    expect(closed.length).toBeLessThan(60);
    const open = loadsOf([single], 'c1');
    expect(open.at(-1)).toBeLessThan(10);
    expect(open.at(-1)).toBeGreaterThan(9.9);
    expect(loadsToSimulate(closed, 20)).toContain(20);
  });
});

describe('links', () => {
  test.each(examples)('network “$name” survives its link', ({ net }) => {
    expect(netIn((decode(encode({ net })) as { net: unknown }).net)).toEqual(net);
  });

  test('value that is not a network is refused', () => {
    const damaged: unknown[] = [
      undefined,
      [],
      { ...central, title: '' },
      { ...central, stations: [{ ...central.stations[0], id: '__proto__' }] },
      { ...central, stations: [...central.stations, central.stations[0]] },
      { ...central, stations: Array.from({ length: 33 }, (_, at) => ({ ...central.stations[0], id: `s${at}` })) },
      withStop(central, 'c1', 's1', { service: -1 }),
      withStop(central, 'c1', 's1', { service: NaN }),
      withClass(central, 'c1', { population: 1.5 }),
      withClass(central, 'c1', { arrows: [{ from: 's1', to: 's9', probability: 1 }] }),
    ];
    for (const value of damaged) expect(() => netIn(value)).toThrow(NetError);
  });
});

describe('file of the command', () => {
  test('network survives its file', () => {
    for (const { net } of examples) {
      const file: unknown = JSON.parse(queueFileOf(net));
      const back = netOfQueueFile(file, net.title);
      expect(back.stations.map(({ title, kind, servers, order }) => [title, kind, servers, order])).toEqual(
        net.stations.map(({ title, kind, servers, order }) => [title, kind, servers, order]),
      );
      net.classes.forEach((one, at) => {
        const read = classOf(back, at);
        expect([read.title, read.kind]).toEqual([one.title, one.kind]);
        if (one.kind === 'closed') expect([read.population, read.think]).toEqual([one.population, one.think]);
        else expect(read.rate).toBeCloseTo(one.rate, 12);
        const demands = demandsOf(back, read);
        for (const [id, demand] of Object.entries(demandsOf(net, one))) expect(demands[id]).toBeCloseTo(demand, 9);
      });
    }
  });

  test('stations that the page cannot draw are named', () => {
    const file = JSON.parse(queueFileOf(central)) as { stations: object[]; classes: object[] };
    const [first, ...others] = file.stations;
    const changed = (change: object): object => ({ ...file, stations: [{ ...first, ...change }, ...others] });
    expect(() => netOfQueueFile(changed({ capacity: 3 }), 'x')).toThrow('“Processor” has a capacity');
    expect(() => netOfQueueFile(changed({ discipline: 'priority' }), 'x')).toThrow('serves by priority');
    expect(() => netOfQueueFile(changed({ name: 'cpu' }), 'x')).toThrow('names a missing station, “Processor”');
    expect(() => netOfQueueFile({ stations: [] }, 'x')).toThrow('is not a network');
  });
});

describe('lab', () => {
  test.each(examples)('of “$name” compiles without a problem', async ({ net }) => {
    const { id, files } = labFolderOf(net);
    const { problems, lab } = compile(filesInMemory(id, files), await lessonTools('network'));
    // A command publishes ids when a lab is added to a repository.
    expect(problems.filter(({ message }) => !message.startsWith('new ids: '))).toEqual([]);
    expect(lab?.model).toBe('network');
  });

  test('titles of any kind make names and text that compile', async () => {
    const odd = ['out', 'if', '1 “quoted”', 'a{b}="c"', '雲', 'Disk', 'disk'];
    const stations = odd.map((title, at) => ({
      ...(central.stations[0] as Net['stations'][number]),
      id: `s${at + 1}`,
      title,
    }));
    const stops = Object.fromEntries(stations.map(({ id }) => [id, { service: 1, visits: 1, variation: 1 }]));
    const net: Net = {
      ...central,
      title: '--- "odd": {title}',
      stations,
      classes: [{ ...classOf(central), title: 'sum', routing: 'visits', arrows: [], stops }],
    };
    const { id, files } = labFolderOf(net);
    const { problems } = compile(filesInMemory(id, files), await lessonTools('network'));
    expect(problems.filter(({ message }) => !message.startsWith('new ids: '))).toEqual([]);
  });
});

describe('report', () => {
  const row = { response_ms: 4, in_system: 0.6, what: 'report 1' };
  const explanation: Explanation = {
    format: 'iostat',
    plausible: true,
    conclusion: null,
    rows: [
      { ...row, subject: 'sda', rate_per_s: 100, utilization_percent: 40 },
      { ...row, subject: 'sda', what: 'mean of 3 reports', rate_per_s: 120, utilization_percent: 42 },
      { ...row, subject: 'sdb', rate_per_s: 60, utilization_percent: 60 },
      { ...row, subject: 'sdc', rate_per_s: 0, utilization_percent: 0 },
    ],
    checks: [],
    taken: [],
    notes: [],
  };

  test('demand of a device is its utilization over its throughput', () => {
    const devices = devicesOf(explanation);
    expect(devices.map(({ title, service }) => [title, Number(service.toPrecision(12))])).toEqual([
      ['sdb', 10],
      ['sda', 3.5],
    ]);
    const net = netOfReport(devices, 'Server', 20);
    expect(demandsOf(net, classOf(net))).toEqual({ s1: 30, s2: 21 });
    expect(classOf(netOfReport(devices, 'Server')).rate).toBe(180);
  });

  test('report without utilization is refused', () => {
    const rows = explanation.rows.map((one) => ({ ...one, utilization_percent: null }));
    expect(() => devicesOf({ ...explanation, rows })).toThrow('no utilization');
    expect(() => devicesOf({ ...explanation, rows: explanation.rows.slice(3) })).toThrow('No device');
  });

  test('columns of a CSV file are found by their names', () => {
    const header = headerOf('"VOLSER";SSCH rate;Resp ms;Util %\nA;1;2;3');
    expect(header).toEqual({ separator: ';', columns: ['VOLSER', 'SSCH rate', 'Resp ms', 'Util %'] });
    expect(guess(header?.columns ?? [], /util/i, 0)).toBe('Util %');
    expect(headerOf('{"a": 1, "b": 2, "c": 3}')).toBeUndefined();
    expect(
      mappingOf(';', {
        subject: 'VOLSER',
        rate: 'SSCH rate',
        rateUnit: 'requests/s',
        response: 'Resp ms',
        responseUnit: 'ms',
        utilization: 'Util %',
        utilizationUnit: '%',
      }),
    ).toEqual({
      subject: 'VOLSER',
      separator: ';',
      all: {
        rate: { column: 'SSCH rate', unit: 'requests/s' },
        response_time: { column: 'Resp ms', unit: 'ms' },
      },
      utilization: { column: 'Util %', unit: '%' },
    });
  });
});

describe('words', () => {
  const exact = (value: number) => ({ value, half: 0 });
  const solution = (busy: readonly number[], response = 245): Solution => ({
    classes: { c1: { throughput: exact(16), response: exact(response) } },
    stations: Object.fromEntries(
      central.stations.map(({ id }, at) => [id, { queue: exact(1), utilization: exact(busy[at] ?? 0) }]),
    ),
  });

  test('bottleneck is the busiest station', () => {
    expect(bottleneckSentence(central, solution([0.4, 0.8, 0.36]))).toBe(
      'The bottleneck is Disk A, with a utilization of 80.0\u202f%. The throughput grows with the population up to about N* = 21.9; the population is now 20.',
    );
    expect(bottleneckSentence(central, solution([0.1, 0.2, 0.1]))).toContain(
      'The busiest station is Disk A, with a utilization of only 20.0',
    );
    const crowded = withClass(central, 'c1', { population: 30 });
    expect(bottleneckSentence(crowded, solution([0.4, 0.99, 0.36]))).toContain(
      'exceeds the saturation point N* = 21.9',
    );
  });

  test('change is compared with the baseline', () => {
    expect(comparisonSentence(central, solution([0.4, 0.8, 0.36]), solution([0.4, 0.4, 0.36], 122.5))).toBe(
      'Response time 245\u00a0ms → 123\u00a0ms (2 times as fast), throughput unchanged at 16/s.',
    );
    expect([time(0.25), time(12), time(1500)]).toEqual(['250\u00a0µs', '12\u00a0ms', '1.5\u00a0s']);
  });

  test('faster station needs half of the service time', () => {
    expect(classOf(withFaster(central, 's2', 2)).stops['s2']?.service).toBe(10);
  });
});

describe('drawing', () => {
  test('station follows the pointer in wide and narrow drawings', () => {
    for (const width of [900, 340]) {
      const plan = layout(width, central);
      const [x, y] = plan.corner('s1');
      const moved = positionAt(plan, 's1', [x + 40, y + 10], [x, y]);
      const next = layout(width, {
        ...central,
        stations: central.stations.map((one) => (one.id === 's1' ? { ...one, at: moved } : one)),
      });
      const [nx, ny] = next.corner('s1');
      expect(Math.abs(nx - x - 40) + Math.abs(ny - y - 10)).toBeLessThanOrEqual(2);
      // There are no positions outside the drawing.
      expect(positionAt(plan, 's1', [-9999, -9999], [0, 0])).toEqual([0, 0]);
    }
  });

  test('arrows of both directions are apart', () => {
    const plan = layout(900, central);
    const [there, back] = [arrowShape(plan, 's1', 's2', 0), arrowShape(plan, 's2', 's1', 0)];
    expect(Math.hypot(there.label[0] - back.label[0], there.label[1] - back.label[1])).toBeGreaterThan(20);
    expect(arrowShape(plan, 's1', 's1', 0).d).toMatch(/^M.*C/);
  });
});
