// Labs that declare a model in their own text: bit-identical to the native model, and the messages for mistakes in
// them.
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

let native: ReturnType<typeof buildCommand>;
let tools: LessonTools | undefined;
let networkTools: LessonTools | undefined;
let lab: Lab;
let network: Lab;
beforeAll(async () => {
  start();
  tools = await lessonTools('formula');
  networkTools = await lessonTools('network');
  lab = (await compileLab(`${folder}/waiting-line`, folder)) as unknown as Lab;
  network = (await compileLab(`${folder}/central-server`, folder)) as unknown as Lab;
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
    'model.toml:71:7: the value is a plain number and the unit says "ms": correct one of them',
  ],
  [
    'a field is unknown',
    'model.toml',
    'place = "queue"',
    'plase = "queue"',
    'model.toml:58:1: [[terms]] has no `plase`; did you mean "place"?',
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
    'lab.md:6:8: there is no model "raid": name a model of the engine, or write `model: formula` or `model: network` and declare the model in model.toml',
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
    'model.toml:72:7: residence is written residence(class, station)',
  ],
  ['a field is unknown', 'method = "method"', 'way = "method"', 'model.toml:65:1: [solution] has no `way`'],
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
  const declarations = [lab, network].map(({ declaration }) => declaration ?? {});
  const broken: unknown[] = [null, 1, 'x', [], {}, { outputs: 1 }, { outputs: [{}] }, { outputs: [null] }];
  for (const value of [null, -1, 1e308, '', 'x'.repeat(100_000), [], {}, true, '('.repeat(4000)])
    for (const list of ['settings', 'constants', 'stations', 'classes', 'demands', 'terms', 'outputs'])
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
      ])
        for (const declaration of declarations) {
          const copy = structuredClone(declaration) as unknown as Record<string, Record<string, unknown>[]>;
          const [entry] = copy[list] ?? [];
          if (entry) entry[field] = value;
          broken.push(copy);
        }
  for (const declared of broken)
    for (const broken of [lab, network]) {
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
