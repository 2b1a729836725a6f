// A drawn network as a lab, which consists of Markdown with `model: network`, a declaration, and parameters.
import { nameFrom, type Folder } from '../author/folder';
import { loadsOf, numeral, visitedStations } from './declare';
import { stationsOf, visitsOf, type Net } from './net';

/** Words that have a meaning in declarations, in addition to the function names. */
const taken = [
  'and',
  'or',
  'not',
  'true',
  'false',
  'out',
  'method',
  'seed',
  'precision',
  'if',
  'min',
  'max',
  'log',
  'exp',
  'sqrt',
  'sum',
  'pi',
  'demand',
  'visits',
  'response',
  'throughput',
  'utilization',
  'residence',
  'saturation',
];

/** Derives a name for expressions from a title. */
function nameOf(title: string, prefix: string, used: Set<string>): string {
  const plain = title
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 36);
  const first = plain === '' || taken.includes(plain) ? prefix : plain;
  let name = first;
  for (let number = 2; used.has(name); number++) name = `${first}_${number}`;
  used.add(name);
  return name;
}

/** Rounds down to three significant digits. */
function roundedDown(value: number): number {
  const unit = 10 ** (Math.floor(Math.log10(value)) - 2);
  return Number((Math.floor(value / unit) * unit).toPrecision(6));
}

const text = (value: string): string => JSON.stringify(value);
const entry = (list: string, fields: Record<string, string | number | boolean | readonly string[]>): string =>
  `[[${list}]]\n${Object.entries(fields)
    .map(([name, value]) => `${name} = ${JSON.stringify(value)}\n`)
    .join('')}`;

/** Quotes a value for an attribute of a directive. */
const attribute = (value: string): string => `"${value.replaceAll('"', '”').replaceAll(/[{}]/g, '')}"`;

/**
 * Returns the folder of a lab with the network. The lab contains a picture, charts of each class's response time and
 * throughput by load, and controls. Service times are assumed parameters, which an author replaces with values from
 * sources.
 *
 * @throws {NetError} If a class has a wrong route.
 */
export function labFolderOf(net: Net): Folder {
  const used = new Set(taken);
  const stations = visitedStations(net);
  const stationName = new Map(stations.map(({ id, title }) => [id, nameOf(title, 'station', used)]));
  const classes = net.classes.map((one) => ({ one, name: nameOf(one.title, 'requests', used) }));
  const parameters: string[] = [];
  const parameter = (name: string, title: string, value: number, unit: string): string => {
    const free = nameOf(name, 'value', used);
    const source = 'Drawn on the network page: replace with your source';
    parameters.push(
      `[${free}]\ntitle = ${text(title)}\nvalue = ${numeral(value)}\nunit = ${text(unit)}\nprovenance = "assumed"\nsource = ${text(source)}\n`,
    );
    return free;
  };
  const model: string[] = [];
  const loads = classes.map(({ one, name }) => {
    const setting = nameOf(one.kind === 'closed' ? `${name}_population` : `${name}_rate`, 'load', used);
    const curve = loadsOf([net], one.id);
    // The end is rounded down, because a higher rate may saturate a station.
    const end = one.kind === 'closed' ? (curve.at(-1) ?? 1) : roundedDown(curve.at(-1) ?? 1);
    const max = one.kind === 'closed' ? end : Math.max(end, one.rate);
    return { setting, min: one.kind === 'closed' ? 1 : Number((max / 100).toPrecision(2)), max };
  });
  classes.forEach(({ one }, at) => {
    const { setting = '', min = 1, max = 1 } = loads[at] ?? {};
    const isClosed = one.kind === 'closed';
    model.push(
      entry('settings', {
        name: setting,
        title: isClosed ? `${one.title}: population` : `${one.title}: arrival rate`,
        kind: 'number',
        unit: isClosed ? 'users' : '1/s',
        min: isClosed ? 1 : Math.min(min, one.rate),
        max,
        whole: isClosed,
        default: isClosed ? one.population : one.rate,
      }),
    );
  });
  model.push(
    entry('settings', {
      name: 'method',
      title: 'Method',
      kind: 'choice',
      words: ['exact', 'simulation'],
      default: 'exact',
    }),
    entry('settings', {
      name: 'seed',
      title: 'Seed of the simulation',
      kind: 'number',
      min: 1,
      max: 1000,
      whole: true,
      default: 1,
    }),
    ...stations.map(({ id, title, kind, servers, order }) =>
      entry('stations', {
        name: stationName.get(id) ?? id,
        title,
        kind,
        ...(kind === 'queue' ? { servers: numeral(servers), discipline: order } : {}),
      }),
    ),
  );
  classes.forEach(({ one, name }, at) => {
    const load = loads[at]?.setting ?? '';
    const think = one.kind === 'closed' ? parameter(`${name}_think`, `${one.title}: think time`, one.think, 'ms') : '';
    model.push(
      entry('classes', {
        name,
        title: one.title,
        ...(one.kind === 'closed' ? { population: load, think_time: think } : { rate: load }),
      }),
    );
  });
  const ofClass = (title: string): string => (classes.length > 1 ? `${title}, ` : '');
  classes.forEach(({ one, name }) => {
    const visits = visitsOf(net, one);
    for (const { id, title } of stationsOf(net, one).filter((station) => (visits[station.id] ?? 0) > 0)) {
      const stop = one.stops[id];
      const station = stationName.get(id) ?? id;
      model.push(
        entry('demands', {
          class: name,
          station,
          service: parameter(
            `${name}_${station}_time`,
            `${ofClass(one.title)}${title}: service time per visit`,
            stop?.service ?? 0,
            'ms',
          ),
          visits: parameter(
            `${name}_${station}_visits`,
            `${ofClass(one.title)}${title}: visits per request`,
            visits[id] ?? 0,
            '1',
          ),
          ...(stop && stop.variation !== 1 ? { variation: numeral(stop.variation) } : {}),
        }),
      );
    }
  });
  model.push(`[solution]\nmethod = "method"\nseed = "seed"\n`);
  const charts = classes.map(({ one, name }, at) => {
    const visits = visitsOf(net, one);
    const response = nameOf(`${name}_response`, 'time', used);
    const throughput = nameOf(`${name}_throughput`, 'rate', used);
    const halves = [nameOf(`${response}_half`, 'half', used), nameOf(`${throughput}_half`, 'half', used)] as const;
    for (const { id, title } of stationsOf(net, one).filter((station) => (visits[station.id] ?? 0) > 0)) {
      const station = stationName.get(id) ?? id;
      model.push(
        entry('terms', {
          name: nameOf(`${name}_at_${station}`, 'part', used),
          title: `At ${title}`,
          unit: 'ms',
          is: `residence(${name}, ${station})`,
          part_of: [response],
          place: title,
          count: `visits(${name}, ${station})`,
        }),
      );
    }
    model.push(
      entry('outputs', {
        name: response,
        title: `${ofClass(one.title)}response time`.replace(/^./, (letter) => letter.toUpperCase()),
        unit: 'ms',
        terms: 'the response time',
        half_width: halves[0],
      }),
      entry('outputs', {
        name: halves[0],
        title: 'Half-width of the 95 % confidence interval',
        unit: 'ms',
        is: `response_half_width(${name})`,
      }),
      entry('outputs', {
        name: throughput,
        title: `${ofClass(one.title)}throughput`.replace(/^./, (letter) => letter.toUpperCase()),
        unit: 'requests/s',
        is: `throughput(${name}) * 1 request`,
        half_width: halves[1],
      }),
      entry('outputs', {
        name: halves[1],
        title: 'Half-width of the 95 % confidence interval',
        unit: 'requests/s',
        is: `throughput_half_width(${name}) * 1 request`,
      }),
    );
    const { setting = '', min = 1, max = 1 } = loads[at] ?? {};
    const what = one.kind === 'closed' ? 'population' : 'arrival rate';
    const range = `values="${min} ${max}"`;
    return `::control{#set-${setting.replaceAll('_', '-')} setting=${setting} title=${attribute(`${one.title}: ${what}`)} least=${min} greatest=${max}}

::chart{#${response.replaceAll('_', '-')} title=${attribute(`${ofClass(one.title)}response time by ${what}`.replace(/^./, (letter) => letter.toUpperCase()))} mark=line x=${setting} ${range} y=${response} series=methods}

::chart{#${throughput.replaceAll('_', '-')} title=${attribute(`${ofClass(one.title)}throughput by ${what}`.replace(/^./, (letter) => letter.toUpperCase()))} mark=line x=${setting} ${range} y=${throughput} series=methods}
`;
  });
  for (const { id, title, kind } of stations)
    if (kind === 'queue')
      model.push(
        entry('outputs', {
          name: nameOf(`${stationName.get(id) ?? id}_busy`, 'busy', used),
          title: `Utilization of ${title}`,
          unit: '%',
          is: `utilization(${stationName.get(id) ?? id})`,
        }),
      );
  const start = [
    ...classes.map(
      ({ one }, at) => `${loads[at]?.setting ?? ''}: ${one.kind === 'closed' ? one.population : one.rate}`,
    ),
    'method: exact',
    'seed: 1',
  ].join(', ');
  const lab = `---
lab: 1
title: ${text(net.title)}
summary: ${text(`Where the time of a request goes in ${net.title}: queues, utilizations, and the bottleneck.`)}
minutes: 5
model: network
tables: []
start: { ${start} }
series:
  methods:
    - { title: Exact, method: exact }
---

::model{#queues view=network title=${attribute(net.title)}}

Describe your system here. Every service time is a parameter in parameters.toml: replace the assumed values with measured
ones, and name their source.

:::::step{#load title="Load"}

${charts.join('\n')}
:::::
`;
  return {
    id: nameFrom(net.title),
    files: { 'lab.md': lab, 'model.toml': model.join('\n'), 'parameters.toml': parameters.join('\n') },
  };
}
