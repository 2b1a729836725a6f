// A lab whose model is declared in its own text: the same bits as natively, and its author's mistakes.
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

let native: ReturnType<typeof buildCommand>;
let tools: LessonTools | undefined;
let lab: Lab;
beforeAll(async () => {
  start();
  tools = await lessonTools('formula');
  lab = (await compileLab(`${folder}/waiting-line`, folder)) as unknown as Lab;
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

/** The problems of the lab with one text in a file replaced. */
function problems(file: string, old: string, put: string): string[] {
  const text = base[file] ?? '';
  expect(text).toContain(old);
  const files = filesInMemory('waiting-line', { ...base, [file]: text.replace(old, () => put) });
  return compile(files, tools).problems.map(print);
}

test('lab compiles before it is broken', () => {
  expect(problems('lab.md', 'lab: 1', 'lab: 1').filter((problem) => !problem.includes('new ids'))).toEqual([]);
});

test.each([
  [
    'a name is unknown',
    'model.toml',
    'is = "service',
    'is = "servce',
    'model.toml:42:7: there is no setting, constant, term or parameter "servce"; did you mean service?',
  ],
  [
    'an operand is missing',
    'model.toml',
    'time / 1 request / servers"',
    'time *"',
    'model.toml:71:20: expected a number, a name or a parenthesis',
  ],
  [
    'terms need each other',
    'model.toml',
    'is = "service / speed',
    'is = "wait * speed',
    'model.toml:42:7: the values need each other in a circle, time → wait → total → time: break it',
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
    'lab.md:6:8: there is no model "raid": name a model of the engine, or write `model: formula` and declare the model in model.toml',
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

test('hostile declaration opens or is refused with a sentence', () => {
  const declaration = lab.declaration ?? {};
  const broken: unknown[] = [null, 1, 'x', [], {}, { outputs: 1 }, { outputs: [{}] }, { outputs: [null] }];
  for (const value of [null, -1, 1e308, '', 'x'.repeat(100_000), [], {}, true, '('.repeat(4000)])
    for (const list of ['settings', 'constants', 'terms', 'outputs'])
      for (const field of ['name', 'is', 'unit', 'rows', 'part_of', 'min', 'words', 'default', 'count']) {
        const copy = structuredClone(declaration) as unknown as Record<string, Record<string, unknown>[]>;
        const [entry] = copy[list] ?? [];
        if (entry) entry[field] = value;
        broken.push(copy);
      }
  for (const declared of broken) {
    const found = answer(() => openLab({ ...lab, declaration: declared } as never));
    if (!(found instanceof Error)) found.free();
  }
});

test('lab about RAID-5 has held-out counts that its formulas meet', async () => {
  const labs = fileURLToPath(new URL('../labs', import.meta.url));
  const raid = (await compileLab(`${labs}/raid5-small-writes`, labs)) as unknown as Lab;
  const model = openLab(raid);
  // Without a cache: two reads and two writes. With one of n disks failed, a write needs 5 - 8 / n operations on average.
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
