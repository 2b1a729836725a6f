// Labs that declare a model in their own text: results bit-identical to the native model, and the messages for
// mistakes.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { compileLab } from '../web/build/lab.ts';
import { lessonTools } from '../web/build/lesson-tools.ts';
import type { LessonTools } from '../web/src/engine/lesson-tools.ts';
import { compile, filesInMemory, print } from '../web/src/lab/compile/index.ts';
import { fileURLToPath } from 'node:url';
import { answer, buildCommand, openLab, start } from './modules.ts';
import type { Lab } from './wasm.ts';

const folder = fileURLToPath(new URL('declared-lab', import.meta.url));
const names = ['lab.md', 'model.toml', 'parameters.toml', 'data/line.toml', 'data/line.csv'];
const base = Object.fromEntries(names.map((name) => [name, readFileSync(`${folder}/waiting-line/${name}`, 'utf8')]));

const networkNames = ['lab.md', 'model.toml', 'parameters.toml', 'data/people.toml', 'data/people.csv'];
const networkBase = Object.fromEntries(
  networkNames.map((name) => [name, readFileSync(`${folder}/central-server/${name}`, 'utf8')]),
);

const traceNames = ['lab.md', 'model.toml', 'parameters.toml', 'data/sizes.toml', 'data/sizes.csv'];
const traceBase = Object.fromEntries(
  traceNames.map((name) => [name, readFileSync(`${folder}/buffer-pool/${name}`, 'utf8')]),
);

let native: ReturnType<typeof buildCommand>;
let tools: LessonTools | undefined;
let networkTools: LessonTools | undefined;
let traceTools: LessonTools | undefined;
let lab: Lab;
let network: Lab;
let trace: Lab;
beforeAll(async () => {
  start();
  tools = await lessonTools('formula');
  networkTools = await lessonTools('network');
  traceTools = await lessonTools('trace');
  lab = (await compileLab(`${folder}/waiting-line`, folder)) as unknown as Lab;
  network = (await compileLab(`${folder}/central-server`, folder)) as unknown as Lab;
  trace = (await compileLab(`${folder}/buffer-pool`, folder)) as unknown as Lab;
});

const bits = (values: Iterable<number>): bigint[] => [...new BigUint64Array(Float64Array.from(values).buffer)];

describe('bit for bit', () => {
  beforeAll(() => {
    native = buildCommand();
  }, 600_000);

  test('outputs and terms have the bits of the command', () => {
    const model = openLab(lab);
    for (let at = 0; at < 60; at++) {
      const scenario = {
        rate: 1.5 * at + 0.1,
        servers: 1 + (at % 5),
        policy: at % 2 ? 'constant' : 'fifo',
        hurried: at % 3 === 0,
      };
      const told = native(['run', '--labs', folder, 'waiting-line', '-'], JSON.stringify(scenario));
      const { outputs, terms } = JSON.parse(told) as {
        outputs: Record<string, number>;
        terms: { title: string; time_us: number; cost_us: number }[];
      };
      expect(bits(model.evaluate(scenario, Object.keys(outputs)))).toEqual(bits(Object.values(outputs)));
      const explained = model.explain(scenario, 'response');
      expect(explained.titles).toEqual(terms.map(({ title }) => title));
      expect(bits(explained.times)).toEqual(bits(terms.map((term) => term.time_us)));
      expect(bits(explained.costs)).toEqual(bits(terms.map((term) => term.cost_us)));
    }
  });

  test('network has the bits of the command by each method', () => {
    const model = openLab(network);
    for (const method of ['exact', 'bounds', 'simulation'])
      for (const [users, cpus] of [
        [1, 1],
        [20, 2],
        [60, 1],
      ] as const) {
        const scenario = { users, cpus, method, seed: users };
        const told = native(['run', '--labs', folder, 'central-server', '-'], JSON.stringify(scenario));
        const { outputs, terms } = JSON.parse(told) as {
          outputs: Record<string, number>;
          terms: { title: string; time_us: number }[];
        };
        expect(bits(model.evaluate(scenario, Object.keys(outputs)))).toEqual(bits(Object.values(outputs)));
        const explained = model.explain(scenario, 'response');
        expect(explained.titles).toEqual(['At the processor', 'At the disk']);
        expect(bits(explained.times)).toEqual(bits(terms.map((term) => term.time_us)));
      }
  });

  test('trace has the bits of the command with each policy', () => {
    const model = openLab(trace);
    for (const policy of ['lru', 'fifo', 'clock', 'twoq', 'optimal', 'minidisk', 'nomdcfs'])
      for (const [blocks, scans] of [
        [0, 0],
        [37, 30],
        [1000, 75],
      ] as const) {
        const scenario = { blocks, scans, policy, seed: blocks };
        const told = native(['run', '--labs', folder, 'buffer-pool', '-'], JSON.stringify(scenario));
        const { outputs } = JSON.parse(told) as { outputs: Record<string, number> };
        let slices = 1;
        while (!model.prepare(scenario)) slices++;
        expect(slices).toBeGreaterThan(1);
        expect(bits(model.evaluate(scenario, Object.keys(outputs)))).toEqual(bits(Object.values(outputs)));
      }
  });

  test('reproduced table has the bits of the command', () => {
    const report = JSON.parse(native(['reproduce', '--labs', folder, 'waiting-line', '--format', 'json'])) as {
      tables: { cells: { model: number; error: number }[] }[];
    };
    const cells = report.tables[0]?.cells ?? [];
    const table = openLab(lab).reproduce('line');
    expect(bits(table.model)).toEqual(bits(cells.map(({ model }) => model)));
    expect(bits(table.error)).toEqual(bits(cells.map(({ error }) => error)));
  });
});

/** Returns the problems of a lab after one replacement in a file. */
function problemsOf(
  { id, texts, tools }: { id: string; texts: Record<string, string>; tools: LessonTools | undefined },
  [file, old, put]: readonly [string, string, string],
): string[] {
  const text = texts[file] ?? '';
  expect(text).toContain(old);
  const files = filesInMemory(id, { ...texts, [file]: text.replace(old, () => put) });
  return compile(files, tools).problems.map(print);
}

/** Returns the problems of the waiting-line lab after one replacement in a file. */
const problems = (file: string, old: string, put: string): string[] =>
  problemsOf({ id: 'waiting-line', texts: base, tools }, [file, old, put]);

test('lab compiles before it is broken', () => {
  expect(problems('lab.md', 'lab: 1', 'lab: 1').filter((problem) => !problem.includes('new ids'))).toEqual([]);
});

test.each([
  [
    'a name is unknown',
    'model.toml',
    'is = "service',
    'is = "servce',
    'model.toml:42:7: there is no setting, constant, term, or parameter "servce"; did you mean service?',
  ],
  [
    'an operand is missing',
    'model.toml',
    'time / 1 request / servers"',
    'time *"',
    'model.toml:71:20: expected a number, a name, or a parenthesis',
  ],
  [
    'terms need each other',
    'model.toml',
    'is = "service / speed',
    'is = "wait * speed',
    'model.toml:42:7: the values depend on each other in a cycle, time → wait → total → time: break the cycle',
  ],
  [
    'a unit is wrong',
    'model.toml',
    'unit = "%"',
    'unit = "ms"',
    'model.toml:71:7: the value is a plain number, but declared as "ms": correct one of them',
  ],
  [
    'a field is unknown',
    'model.toml',
    'place = "queue"',
    'plase = "queue"',
    'model.toml:58:1: unknown key `plase` in [[terms]]; did you mean "place"?',
  ],
  [
    'a kind is unknown',
    'model.toml',
    'kind = "switch"',
    'kind = "toggle"',
    'model.toml:28:1: `kind` must be one of number, choice, switch, not "toggle"',
  ],
  [
    'a row is not a pair',
    'model.toml',
    '[16, 1.5]',
    '[16]',
    'model.toml:36:1: `rows` of [[constants]] must be a list of pairs, each a value of the setting and a number',
  ],
  [
    'a parameter is not used',
    'parameters.toml',
    '[service]',
    '[spare]\ntitle = "S"\nvalue = 1\nunit = "s"\nprovenance = "assumed"\nsource = "S"\n\n[service]',
    'parameters.toml:1:1: the model has no parameter spare: remove it',
  ],
  [
    'another model is named',
    'lab.md',
    'model: formula',
    'model: raid',
    'lab.md:6:8: there is no model "raid": name a model of the engine, or write `model: formula`, `model: network`, or `model: trace`, and declare the model in model.toml',
  ],
])('refused where %s', (_, file, old, put, expected) => {
  expect(problems(file, old, put).join('\n')).toContain(expected);
});

test('lab without its declaration is refused', () => {
  const files = filesInMemory(
    'waiting-line',
    Object.fromEntries(Object.entries(base).filter(([name]) => name !== 'model.toml')),
  );
  expect(compile(files, tools).problems.map(print)).toContain(
    'lab.md:6:8: the lab must declare the model formula: write it in model.toml',
  );
});

test('mistake in the parameters is not a mistake of the model', () => {
  const found = problems('parameters.toml', 'provenance = ', 'provenence = ');
  expect(found.filter((problem) => problem.startsWith('parameters.toml:'))).not.toEqual([]);
  expect(found.filter((problem) => problem.startsWith('model.toml:'))).toEqual([]);
});

/** Returns the problems of the network lab after one replacement in a file. */
const networkProblems = (file: string, old: string, put: string): string[] =>
  problemsOf({ id: 'central-server', texts: networkBase, tools: networkTools }, [file, old, put]);

test('network compiles before it is broken', () => {
  expect(networkProblems('lab.md', 'lab: 1', 'lab: 1').filter((problem) => !problem.includes('new ids'))).toEqual([]);
});

test.each([
  ['a number of servers is unknown', 'servers = "cpus"', 'servers = "cups"', 'model.toml:39:12: there is no setting'],
  ['a solution is needed for itself', 'servers = "cpus"', 'servers = "at_cpu"', 'in a cycle'],
  [
    'a service time is in users',
    'service = "cpu_time"',
    'service = "users"',
    'model.toml:55:12: the value is "users": give a time, as in ms',
  ],
  [
    'a station is unknown',
    'station = "cpu"',
    'station = "cup"',
    'model.toml:54:1: there is no station "cup": use one of',
  ],
  [
    'a kind is unknown',
    'kind = "queue"',
    'kind = "line"',
    'model.toml:38:1: `kind` must be one of queue, delay, not "line"',
  ],
  ['a method is unknown', '"bounds"', '"guess"', 'model.toml:65:1: "guess" is not a method'],
  [
    'a function has too few names',
    'residence(people, cpu)',
    'residence(people)',
    'model.toml:72:7: residence has the wrong arguments: write residence(class, station)',
  ],
  ['a field is unknown', 'method = "method"', 'way = "method"', 'model.toml:65:1: unknown key `way` in [solution]'],
])('network is refused where %s', (_, old, put, expected) => {
  expect(networkProblems('model.toml', old, put).join('\n')).toContain(expected);
});

test('network in the authors’ guide is a model', () => {
  const guide = readFileSync(new URL('../labs/README.md', import.meta.url), 'utf8');
  const [, example = ''] = /### A queueing network[^]*?```toml\n([^]*?)```/.exec(guide) ?? [];
  expect(example).toContain('[[stations]]');
  const files = filesInMemory('central-server', { ...networkBase, 'model.toml': example });
  const found = compile(files, networkTools).problems.map(print);
  expect(found.filter((problem) => problem.startsWith('model.toml'))).toEqual([]);
  expect(found.join('\n')).not.toContain('there is no model');
});

/** Returns the problems of the trace lab after one replacement in a file. */
const traceProblems = (file: string, old: string, put: string): string[] =>
  problemsOf({ id: 'buffer-pool', texts: traceBase, tools: traceTools }, [file, old, put]);

test('trace compiles before it is broken', () => {
  expect(traceProblems('lab.md', 'lab: 1', 'lab: 1').filter((problem) => !problem.includes('new ids'))).toEqual([]);
});

test.each([
  ['a size is unknown', '5 * 2000 blocks', '5 * sise', 'model.toml:39:13: there is no setting'],
  ['a skew has a unit', 'skew = "0.8"', 'skew = "8 ms"', 'model.toml:40:9: the value is "ms": give a plain number'],
  [
    'a kind is unknown',
    'kind = "zipf"',
    'kind = "zip"',
    'model.toml:38:1: `kind` must be one of uniform, zipf, working_set, loop, scan, not "zip"',
  ],
  ['a policy is unknown', '"clock"', '"watch"', 'model.toml:59:1: "watch" is not a policy: use one of lru, fifo'],
  [
    'a field is unknown',
    'warm_up',
    'warmup',
    'model.toml:63:1: unknown key `warmup` in [cache]; did you mean "warm_up"?',
  ],
  [
    'a range is a stream',
    '(users, before)',
    '(before, users)',
    'hit_ratio has the wrong arguments: write hit_ratio(cache)',
  ],
])('trace is refused where %s', (_, old, put, expected) => {
  expect(traceProblems('model.toml', old, put).join('\n')).toContain(expected);
});

test('trace in the authors’ guide is a model', () => {
  const guide = readFileSync(new URL('../labs/README.md', import.meta.url), 'utf8');
  const [, example = ''] = /### A cache and its requests[^]*?```toml\n([^]*?)```/.exec(guide) ?? [];
  expect(example).toContain('[[streams]]');
  const files = filesInMemory('buffer-pool', { ...traceBase, 'model.toml': example });
  const found = compile(files, traceTools).problems.map(print);
  expect(found.filter((problem) => problem.startsWith('model.toml'))).toEqual([]);
  expect(found.join('\n')).not.toContain('there is no model');
});

test('trace and formula are not confused', () => {
  const texts = { id: 'buffer-pool', texts: traceBase, tools };
  const asFormula = problemsOf(texts, ['lab.md', 'model: trace', 'model: formula']);
  expect(asFormula.join('\n')).toContain('write `model: trace` in lab.md, or remove them');
});

test('network and formula are not confused', () => {
  const asFormula = problemsOf({ id: 'central-server', texts: networkBase, tools }, [
    'lab.md',
    'model: network',
    'model: formula',
  ]);
  expect(asFormula.join('\n')).toContain('a formula has no network: write `model: network` in lab.md');
  const asNetwork = problemsOf({ id: 'waiting-line', texts: base, tools: networkTools }, [
    'lab.md',
    'model: formula',
    'model: network',
  ]);
  expect(asNetwork.join('\n')).toContain('the network has no stations: add [[stations]]');
});

test('hostile declaration opens or is refused with a message', () => {
  const declarations = [lab, network, trace].map(({ declaration }) => declaration ?? {});
  const broken: unknown[] = [null, 1, 'x', [], {}, { outputs: 1 }, { outputs: [{}] }, { outputs: [null] }];
  for (const value of [null, -1, 1e308, '', 'x'.repeat(100_000), [], {}, true, '('.repeat(4000)])
    for (const list of [
      'settings',
      'constants',
      'stations',
      'classes',
      'demands',
      'streams',
      'ranges',
      'cache',
      'terms',
      'outputs',
    ])
      for (const field of [
        'name',
        'is',
        'unit',
        'rows',
        'part_of',
        'min',
        'words',
        'default',
        'count',
        'kind',
        'service',
        'size',
        'from',
      ])
        for (const declaration of declarations) {
          const copy = structuredClone(declaration) as unknown as Record<string, Record<string, unknown>[]>;
          const [entry] = [copy[list] ?? []].flat();
          if (entry) entry[field] = value;
          broken.push(copy);
        }
  for (const declared of broken)
    for (const broken of [lab, network, trace]) {
      const found = answer(() => openLab({ ...broken, declaration: declared } as never));
      if (!(found instanceof Error)) found.free();
    }
});

test('lab on RAID-5 has held-out counts that its formulas reproduce', async () => {
  const labs = fileURLToPath(new URL('../labs', import.meta.url));
  const raid = (await compileLab(`${labs}/raid5-small-writes`, labs)) as unknown as Lab;
  const model = openLab(raid);
  // Without a cache: two reads and two writes. With one of n disks failed, a write needs 5 - 8 / n operations on
  // average.
  expect(model.evaluate({}, ['operations'])[0]).toBe(4);
  for (const disks of [3, 5, 9, 17])
    expect(model.evaluate({ disks, degraded: true }, ['operations'])[0]).toBeCloseTo(5 - 8 / disks, 12);
  for (const [table, most] of [
    ['cache', 0.15],
    ['degraded', 0.01],
    ['length', 0],
  ] as const) {
    const errors = Array.from(model.reproduce(table).error).filter((error) => !Number.isNaN(error));
    expect(errors.length).toBeGreaterThan(7);
    expect(Math.max(...errors.map(Math.abs))).toBeLessThanOrEqual(most);
  }
  expect(raid.parameters['reach']?.interval).toBeDefined();
});
