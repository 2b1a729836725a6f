// The network page. Its numbers equal those of hand calculations, of the command with the saved file, and of the lab
// that the page saves or was opened from. It reads reports as the command does.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { lessonTools } from '../web/build/lesson-tools.ts';
import { NetworkView, OpenLab } from '../web/src/engine/pkg/network/pathlength_web.js';
import { explainReport, initSync } from '../web/src/engine/pkg/report/pathlength_web.js';
import { compile, filesInMemory } from '../web/src/lab/compile/index.ts';
import { networkIn } from '../web/src/lab/network-link.ts';
import { declare, outputsOf, scenarioOf, solutionOf, type Solution } from '../web/src/network/declare.ts';
import {
  exactly,
  labNetworkIn,
  netOfFilePool,
  netOfLab,
  numbersFrom,
  numbersOutputs,
} from '../web/src/network/from-lab.ts';
import { labFolderOf } from '../web/src/network/lab-folder.ts';
import { examples, netIn, withClass, withStation, withStop, type Net } from '../web/src/network/net.ts';
import { netOfQueueFile, queueFileOf } from '../web/src/network/queue-file.ts';
import { devicesOf, mappingOf, netOfReport } from '../web/src/network/report.ts';
import type { Explanation } from '../web/src/network/protocol.ts';
import { buildCommand, labOf, openLab, start } from './modules.ts';
import type { Lab } from './wasm.ts';

const [central, single, terminals] = examples.map(({ net }) => net) as [Net, Net, Net];
const sample = (name: string): string =>
  readFileSync(new URL(`../engine/measurements/tests/samples/${name}`, import.meta.url), 'utf8');

let native: ReturnType<typeof buildCommand>;
beforeAll(() => {
  start();
  initSync({ module: readFileSync(new URL('../web/src/engine/pkg/report/pathlength_web_bg.wasm', import.meta.url)) });
  native = buildCommand();
}, 600_000);

function solved(net: Net): Solution {
  const lab = new OpenLab({ ...declare(net), tables: [] } as never);
  const outputs = outputsOf(net);
  const solution = solutionOf(net, outputs, lab.evaluate(scenarioOf(net), outputs));
  lab.free();
  if (!solution) throw new Error('there is no solution');
  return solution;
}

/** Requires values to agree to 12 digits. */
const agree = (value: number | undefined, expected: number): void =>
  expect(Math.abs((value ?? NaN) / expected - 1)).toBeLessThan(1e-12);

test('M/M/1 has its textbook values', () => {
  // 8 requests per second of 100 ms: U = 0.8, R = S/(1 − U), Q = U/(1 − U).
  const { classes, stations } = solved(single);
  agree(classes['c1']?.throughput.value, 8);
  agree(classes['c1']?.response.value, 500);
  agree(stations['s1']?.utilization?.value, 0.8);
  agree(stations['s1']?.queue.value, 4);
});

test('closed network of two stations has the values by hand', () => {
  // Demands 100 and 50 ms, no think time. N = 1: R = 150 ms, Q = 2/3 and 1/3. N = 2: R = 100 (1 + 2/3) + 50 (1 + 1/3)
  // = 700/3 ms, X = 2/R = 60/7 per second.
  const two: Net = {
    ...central,
    stations: central.stations.slice(0, 2),
    classes: [
      {
        ...(central.classes[0] as Net['classes'][number]),
        population: 2,
        think: 0,
        routing: 'visits',
        arrows: [],
        stops: { s1: { service: 25, visits: 4, variation: 1 }, s2: { service: 50, visits: 1, variation: 1 } },
      },
    ],
  };
  const { classes, stations } = solved(two);
  agree(classes['c1']?.response.value, 700 / 3);
  agree(classes['c1']?.throughput.value, 60 / 7);
  agree(stations['s1']?.utilization?.value, 6 / 7);
  agree(stations['s2']?.utilization?.value, 3 / 7);
  agree(stations['s1']?.queue.value, (60 / 7) * (0.5 / 3));
});

interface CommandSolution {
  classes: { name: string; throughput: number; response_s: number }[];
  stations: { name: string; mean_in_system: number; utilization: number | null }[];
}

test.each([
  ['arrows', central],
  ['one queue', single],
  ['two classes', terminals],
  ['more servers', withStation(central, 's2', { servers: 3 })],
  ['visits of less than one', withStop(terminals, 'c1', 's2', { visits: 0.25 })],
  ['constant service', withStop(single, 'c1', 's1', { variation: 0 })],
])('saved file gives the command the same numbers: %s', (_, net) => {
  const page = solved(net);
  const file = queueFileOf(net);
  const printed = JSON.parse(native(['queue', 'solve', '-', '--format', 'json'], file)) as CommandSolution;
  net.classes.forEach(({ id }, at) => {
    agree(printed.classes[at]?.throughput, page.classes[id]?.throughput.value ?? NaN);
    agree(printed.classes[at]?.response_s, (page.classes[id]?.response.value ?? NaN) / 1000);
  });
  net.stations.forEach(({ id, title }) => {
    const station = printed.stations.find(({ name }) => name === title);
    agree(station?.mean_in_system, page.stations[id]?.queue.value ?? NaN);
    agree(station?.utilization ?? undefined, page.stations[id]?.utilization?.value ?? NaN);
  });
  // The page opens the file as the same network.
  const again = solved(netIn(netOfQueueFile(JSON.parse(file), net.title)));
  for (const { id } of net.classes)
    expect((again.classes[id]?.response.value ?? NaN) / (page.classes[id]?.response.value ?? NaN)).toBeCloseTo(1, 11);
});

test.each(examples)('saved lab computes the numbers of ‘$name’', async ({ net }) => {
  const { id, files } = labFolderOf(net);
  const { lab } = compile(filesInMemory(id, files), await lessonTools('network'));
  if (!lab) throw new Error('the lab does not compile');
  const model = openLab(lab as unknown as Lab);
  const page = solved(net);
  const outputs = lab.declaration?.outputs ?? [];
  const responses = outputs.filter(({ terms }) => terms);
  expect(responses).toHaveLength(net.classes.length);
  responses.forEach(({ name }, at) => {
    const expected = page.classes[net.classes[at]?.id ?? '']?.response.value ?? NaN;
    expect((model.evaluate(lab.start, [name])[0] ?? NaN) / expected).toBeCloseTo(1, 11);
  });
});

test('opened from a lab, the network has the numbers of the lab', async () => {
  const lab = await labOf('queueing');
  for (const settings of [
    { users: 45, disks: 2 },
    { users: 7, method: 'bounds' },
  ]) {
    const scenario = { ...lab.start, ...settings };
    const content = labNetworkIn(JSON.parse(JSON.stringify(networkIn(lab as never, scenario))));
    if (!content) throw new Error('the lab has no network');
    const [outputs, extended] = numbersOutputs(content.network);
    const opened = new OpenLab({ ...extended, tables: [] } as never);
    const view = new NetworkView({ ...content.network, tables: [] } as never, scenario);
    const values = outputs.map((output) => opened.evaluate(exactly(content.network, scenario), [output])[0] ?? NaN);
    const numbers = numbersFrom(content.network.declaration ?? {}, [...view.servers], [...view.thinking], values);
    const net = netIn(netOfLab(content, numbers));
    expect(net.classes[0]).toMatchObject({ population: settings.users, think: 500 });
    const [response] = openLab(lab).evaluate({ ...scenario, method: 'exact' }, ['response']);
    expect((solved(net).classes['c1']?.response.value ?? NaN) / (response ?? NaN)).toBeCloseTo(1, 11);
  }
});

test('file pool server has the limit of the lab', async () => {
  const lab = await labOf('sfs-file-pool');
  const content = networkIn(lab as never, lab.start as never) as { title: string; filePool: typeof lab.start };
  const net = netIn(netOfFilePool(content.title, content.filePool as never));
  const crowded = solved(withClass(net, 'c1', { population: 2000 }));
  const [limit] = openLab(lab).evaluate(lab.start ?? {}, ['limit_rate']);
  expect((crowded.classes['c1']?.throughput.value ?? NaN) / (limit ?? NaN)).toBeCloseTo(1, 6);
  // With reserved pages, the lab's model computes the service time.
  expect(networkIn(lab as never, { ...lab.start, reserved_pages: 5000 } as never)).toBeUndefined();
});

const explained = (text: string, mapping?: object): Explanation =>
  JSON.parse(explainReport(new TextEncoder().encode(text), false, mapping && JSON.stringify(mapping))) as Explanation;

test.each(['iostat-intervals.json', 'sadf.json', 'fio-depths.json'])('page reads %s as the command does', (name) => {
  const { engine, link, ...printed } = JSON.parse(native(['explain', '-', '--format', 'json'], sample(name))) as Record<
    string,
    unknown
  >;
  expect(engine).toBeTypeOf('string');
  expect(link === undefined || typeof link === 'string').toBe(true);
  expect(explained(sample(name))).toEqual(printed);
});

test('devices of a report have its utilizations and throughputs', () => {
  const devices = devicesOf(explained(sample('sadf.json')));
  expect(devices.length).toBeGreaterThan(0);
  const { stations } = solved(netIn(netOfReport(devices, 'Server')));
  devices.forEach(({ utilization }, at) => agree(stations[`s${at + 1}`]?.utilization?.value, utilization));
});

test('CSV file with chosen columns is read', () => {
  const csv = 'dev,rate,ms,busy\nA,100,5,40\nB,20,30,50\n';
  const columns = {
    ...{ subject: 'dev', rate: 'rate', rateUnit: 'requests/s', response: 'ms', responseUnit: 'ms' },
    ...{ utilization: 'busy', utilizationUnit: '%' },
  };
  const found = devicesOf(explained(csv, mappingOf(',', columns)));
  expect(found.map(({ title, service }) => [title, Number(service.toPrecision(9))])).toEqual([
    ['B', 25],
    ['A', 4],
  ]);
  expect(() => explained(csv)).toThrow('unknown format');
});
