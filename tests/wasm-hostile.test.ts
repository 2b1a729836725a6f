// The modules answer any input, or refuse it with a message; they never trap.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answer, CacheView, compiledLab, DirectoryView, Lesson, OpenLab, refusal, start } from './modules';

beforeAll(start);

/* eslint-disable @typescript-eslint/no-explicit-any -- these values are wrong on purpose */
type Anything = any;

const strange: Anything[] = [
  undefined,
  null,
  true,
  NaN,
  -1,
  Infinity,
  1e308,
  2 ** 53,
  1n,
  '',
  '\0',
  '\ud800',
  '__proto__',
  'x'.repeat(100_000),
  [],
  [[]],
  {},
  Symbol('strange'),
  () => 1,
  new Date(NaN),
  new Map([['a', 1]]),
  new Uint8Array(3),
  Object.create(null),
  new Array(2 ** 32 - 1),
  (() => {
    const cycle: Anything = {};
    cycle.self = cycle;
    return cycle;
  })(),
  new Proxy(
    {},
    {
      get: () => {
        throw new Error('a trap of its own');
      },
      ownKeys: () => {
        throw new TypeError('a trap of its own');
      },
    },
  ),
];

const scenario = { workload: 'ptestDL2', machine: 'z9', release: 'V2R1', format: 'v5', plex: 'monoplex', names: 300 };

describe('lab', () => {
  let good: Anything;
  let open: OpenLab;
  beforeEach(async () => {
    good = await compiledLab();
    open = new OpenLab(good);
  });

  /** Returns whether a file could contain the value: lessons are read only from files. */
  function inFile(value: Anything): boolean {
    if (Array.isArray(value) && value.length > 1) return false;
    try {
      return JSON.stringify(value) !== undefined;
    } catch {
      return false;
    }
  }

  /** Yields locations in a value as lists of keys: the first two of each list, and the first ten of each object. */
  function* places(value: Anything, path: string[] = []): Generator<string[]> {
    yield path;
    if (typeof value === 'object' && value !== null)
      for (const key of Object.keys(value).slice(0, Array.isArray(value) ? 2 : 10))
        yield* places(value[key], [...path, key]);
  }

  /** Returns a copy of `value` in which `path` leads to `replacement`, or to nothing. */
  function changed(value: Anything, path: string[], ...replacement: unknown[]): Anything {
    const [key, ...rest] = path;
    if (key === undefined) return replacement[0];
    const copy = Array.isArray(value) ? [...value] : { ...value };
    if (rest.length || replacement.length) copy[key] = changed(value[key], rest, ...replacement);
    else Reflect.deleteProperty(copy, key);
    return copy;
  }

  test('may have any value in any location', () => {
    const { id, model, start = {}, parameters } = good;
    const small = { id, model, start, tables: good.tables.slice(0, 1), parameters };
    const trials = [...places(small)].flatMap((path) => strange.map((value) => ({ path, value })));
    let refused = 0;
    // Every fifth trial is enough: each location still receives several values, and many locations receive each value.
    for (const { path, value } of trials.filter((_, at) => at % 5 === 0)) {
      const lab = answer(() => new OpenLab(changed(small, path, value)));
      if (lab instanceof Error) refused++;
      else {
        answer(() => lab.cells('v2r1-ptestdl2'));
        answer(() => lab.prepareCell('v2r1-ptestdl2', 0));
        lab.free();
      }
      if (!inFile(value)) continue;
      const lesson = answer(() => new Lesson(changed(small, path, value)));
      if (!(lesson instanceof Error)) {
        answer(() => lesson.check('published("v2r1-ptestdl2", 2000, "x") + external_throughput(names=5)', []));
        lesson.free();
      }
    }
    expect(refused).toBeGreaterThan(200);
  });

  test('may lack any value', () => {
    for (const path of places(good)) if (path.length) answer(() => new OpenLab(changed(good, path)).free());
    for (const key of ['model', 'tables', 'parameters']) {
      const rest = changed(good, [key]);
      if (key === 'tables') expect(refusal(() => new OpenLab(rest).reproduce('v2r1-ptestdl'))).toContain('no table');
      else
        expect(refusal(() => new OpenLab(rest))).toBe(
          `the lab's ${key} must be ${key === 'model' ? 'text' : 'an object'}`,
        );
    }
  });

  test('is refused if its tables are invalid', () => {
    const table = (change: (table: Anything) => void): string => {
      const lab = structuredClone(good);
      change(lab.tables[0]);
      return refusal(() => new OpenLab(lab));
    };
    expect(table((table) => table.rows.push(3))).toContain('the number of rows with values');
    expect(table((table) => table.cells[0].pop())).toContain('one value per column (12)');
    expect(table((table) => (table.cells = new Array(2 ** 32 - 1)))).toContain('list of lists');
    expect(table((table) => (table.fields = []))).toContain('no columns');
    expect(table((table) => (table.fields[2].relative_to = 'nothing'))).toContain('which is not a column');
    expect(table((table) => (table.rows[0] = true))).toContain('rows must be a number');
    expect(table((table) => (table.row.values = [{ is: 2000, scenario: 1 }]))).toContain('scenario must be an object');
    expect(table((table) => (table.role = 'constructor'))).toContain('baseline, fit, held_out');
  });

  test('takes no values from prototypes', () => {
    const parameters = Object.create(good.parameters);
    expect(refusal(() => new OpenLab({ ...good, parameters }))).toContain('which the model needs');
    const polluted = JSON.parse(`{"__proto__": {"title": "", "value": 1}}`);
    answer(() => new OpenLab({ ...good, parameters: { ...good.parameters, ...polluted } }));
  });

  test('refuses tables and cells that it does not have', () => {
    for (const id of ['', '__proto__', 'nonsense', '\ud800'])
      expect(refusal(() => open.reproduce(id))).toContain('no table');
    for (const at of [36, 2 ** 31, 2 ** 32 - 1, -1])
      expect(refusal(() => open.prepareCell('v2r1-ptestdl', at))).toContain('no cell');
  });

  test('survives any scenario, and answers the next one', () => {
    for (const value of strange) {
      answer(() => open.evaluate(value, ['elapsed_us']));
      answer(() => open.prepare(value));
      for (const key of Object.keys(scenario))
        answer(() => open.evaluate({ ...scenario, [key]: value }, ['elapsed_us']));
      expect(open.evaluate(scenario, ['elapsed_us'])[0]).toBeGreaterThan(0);
    }
  });

  test('has no directories without names or with too many', () => {
    for (const names of [1e9, 1_000_001, 0, 0.5, -5, NaN, Infinity, -Infinity, 1e300])
      expect(refusal(() => open.prepare({ ...scenario, names }))).toBe(
        'setting names is out of range: give 1 to 1000000 names',
      );
  });

  test('survives parameters of any size', () => {
    for (const value of [0, 1e-308, 1e18, 1.7e308, -0]) {
      const lab = structuredClone(good);
      for (const parameter of Object.values<Anything>(lab.parameters)) parameter.value = value;
      const huge = answer(() => new OpenLab(lab));
      if (huge instanceof OpenLab)
        for (const workload of ['ptestDL2', 'ptestDL', 'ptestDU'])
          for (const format of ['v4', 'v5'])
            expect(huge.evaluate({ ...scenario, workload, format }, ['elapsed_us'])).toHaveLength(1);
    }
  });
});

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe.each(['v4', 'v5'])('a directory of format %s', (format) => {
  let view: DirectoryView;
  beforeEach(() => {
    view = new DirectoryView(format);
  });

  const listed = (): string[] => view.list(0n, 2 ** 32 - 1).names.filter((name) => name !== '.' && name !== '..');

  test('reports the error of a name', () => {
    view.apply('create', 'there');
    const failures: [string, string, RegExp | undefined][] = [
      ['create', '', /at least one byte/],
      ['create', 'x'.repeat(257), /has 257 bytes: give at most 256/],
      ['create', '€'.repeat(86), /has 258 bytes/],
      ['create', 'x'.repeat(256), undefined],
      ['create', 'a\0b', /NUL byte at byte 1/],
      ['create', 'a/b', /slash at byte 1/],
      ['create', '..', /already/],
      ['create', 'there', /already/],
      ['remove', '.', /belong to the directory/],
      ['remove', 'nobody', /no such name/],
      ['lookup', 'nobody', /no such name/],
      ['lookup', 'x'.repeat(10_000_000), /has 10000000 bytes/],
      ['create', '\ud800', undefined],
    ];
    for (const [operation, name, failure] of failures) {
      const told = view.apply(operation, name).failure;
      if (failure) expect(told).toMatch(failure);
      else expect(told).toBeUndefined();
    }
  });

  test('knows its operations and formats', () => {
    expect(refusal(() => view.apply('rename', 'a'))).toBe(
      'unknown operation "rename": choose create, lookup, or remove',
    );
    for (const word of ['', 'v6', 'V4', '__proto__'])
      expect(refusal(() => new DirectoryView(word))).toContain('choose one of v4, v5');
  });

  test('survives any arguments, and answers the next call', () => {
    for (const value of strange) {
      // The bindings do not check the types that TypeScript checks; JavaScript itself refuses a list of 4 GB.
      if (typeof value === 'string') {
        answer(() => view.apply('create', value));
        answer(() => view.apply(value, 'name'));
      }
      if (!Array.isArray(value)) answer(() => view.load(value, value));
      answer(() => view.list(value, value));
      answer(() => view.page(value));
      answer(() => view.damage(value, value, value));
      expect(view.stat().names).toBeGreaterThanOrEqual(0);
    }
  });

  test('reads a text that is cut inside of characters and line ends', () => {
    const text = bytes('Größe\r\n€uro\r\n\r\n💾 disk\nlast');
    for (const byte of text) view.load(Uint8Array.of(byte), false);
    expect(view.load(new Uint8Array(), true)).toMatchObject({ lines: 5, entered: 4, empty: 1, rejected: 0 });
    expect(listed().sort()).toEqual(['Größe', 'last', '€uro', '💾 disk']);
  });

  test('rejects a line of 10 MB and reads on', () => {
    const line = new Uint8Array(10_000_000).fill(0x78);
    view.load(line.slice(0, 5_000_000), false);
    view.load(line.slice(5_000_000), false);
    const loaded = view.load(bytes('\nnext\n'), true);
    expect(loaded).toMatchObject({ entered: 1, rejected: 1 });
    expect(loaded.rejections[0]).toEqual({ line: 1, reason: 'the name has 10000000 bytes: give at most 256' });
    expect(listed()).toEqual(['next']);
  });

  test('rejects bytes that are not text', () => {
    const noise = Uint8Array.from({ length: 100_000 }, (_, at) => (at * at * 31 + (at >> 3)) & 0xff);
    const loaded = view.load(noise, true);
    expect(loaded.lines).toBe(loaded.entered + loaded.empty + loaded.rejected);
    expect(loaded.rejections.length).toBe(Math.min(loaded.rejected, 20));
  });

  test('refuses pages and bytes that it does not have', () => {
    for (const at of [1, 2 ** 31, 2 ** 32 - 1]) refusal(() => view.page(at));
    for (const place of [
      [0, 0],
      [2 ** 32 - 1, 0],
      [1, 8192],
      [1, 2 ** 32 - 1],
    ] as const)
      refusal(() => view.damage(place[0], place[1], 0));
    for (const cookie of [1n, 8191n, 2n ** 32n, 2n ** 63n, 2n ** 64n - 1n])
      expect(view.list(cookie, 10).names.length).toBeLessThanOrEqual(2);
  });

  test('answers wherever it is damaged', () => {
    let seed = 1;
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    for (let round = 0; round < 40; round++) {
      view.free();
      view = new DirectoryView(format);
      view.load(bytes(Array.from({ length: 1_500 }, (_, n) => `name.${n}`).join('\n')), true);
      for (let step = 0; step < 300; step++) {
        // Half of the damage hits the headers, where it has the most effect.
        answer(() => view.damage(random(20), random(step % 2 ? 8_192 : 64), random(8)));
        const name = `name.${random(3_000)}`;
        for (const operation of ['create', 'lookup', 'remove']) view.apply(operation, name).free();
      }
      answer(() => view.pages());
      for (let page = 0; page < 20; page++) answer(() => view.page(page));
      view.list(0n, 10_000).free();
      view.salvage();
      expect(view.stat().pages).toBeGreaterThanOrEqual(0);
    }
  });
});

describe('minidisk cache', () => {
  const good = ['eckd', 4096, 40, 3, 'scan', 2, true, 20] as const;
  const small = (): CacheView => new CacheView(...good);

  test('says what is out of range', () => {
    const with_ = (at: number, value: Anything): string =>
      refusal(() => new CacheView(...(good.with(at, value) as Anything as typeof good)));
    expect(with_(0, 'tape')).toBe('unknown medium "tape": choose eckd or fba');
    expect(with_(4, '__proto__')).toContain('choose own, shared, or scan');
    for (const bytes of [0, 3000, -1, 2 ** 32 - 1]) expect(with_(1, bytes)).toContain('512, 1024, 2048, or 4096');
    for (const units of [513, -1, 2 ** 31]) expect(with_(2, units)).toContain('0 to 512');
    for (const guests of [0, 17, NaN, -1]) expect(with_(3, guests)).toContain('1 to 16');
    for (const rate of [0, 17, Infinity]) expect(with_(5, rate)).toContain('1 to 16');
    for (const units of [0, 4097, -1]) expect(with_(7, units)).toContain('1 to 4096');
  });

  test('survives any arguments, and answers the next call', () => {
    for (const value of strange)
      for (let at = 0; at < good.length; at++) {
        // The bindings do not check the types that TypeScript checks.
        if (typeof good[at] === 'string' && typeof value !== 'string') continue;
        const view = answer(() => new CacheView(...(good.with(at, value) as Anything as typeof good)));
        if (!(view instanceof CacheView)) continue;
        answer(() => view.advance(value));
        view.advance(2 ** 32 - 1);
        expect(view.slots().guests.length).toBeLessThanOrEqual(512);
        view.free();
      }
    expect(small().advance(1).kinds).toEqual(Uint8Array.of(4));
  });

  test('reports in columns what happens, phase after phase', () => {
    const view = small();
    const phases: Anything[] = [];
    while (!view.isOver) {
      const steps = view.advance(1_000);
      const columns = [steps.kinds, steps.slots, steps.guests, steps.units];
      expect(new Set(columns.map(({ length }) => length)).size).toBe(1);
      const count = (kind: number): number => steps.kinds.filter((one) => one === kind).length;
      phases.push([view.phase, view.phaseIsOver, count(0), count(1), count(4)]);
    }
    // The fair share of 13 units is too small for the first guest's 20 and for the sequential reads of the two others.
    expect(phases).toEqual([
      ['write', true, 0, 0, 20],
      ['rewrite', true, 0, 0, 20],
      ['read', true, 0, 100, 0],
      ['reread', true, 0, 100, 0],
    ]);
    const { guests, units, ages } = view.slots();
    expect([guests.length, units.length, ages.length]).toEqual([40, 40, 40]);
    expect([0, 1, 2, 255].map((guest) => guests.filter((one) => one === guest).length)).toEqual([13, 13, 13, 1]);
    expect(ages.filter((age) => age === 2 ** 32 - 1)).toHaveLength(1);
    expect(view.guests().map(({ scans, position, held, share }) => [scans, position, held, share])).toEqual([
      [false, 20, 13, 13],
      [true, 80, 13, 13],
      [true, 80, 13, 13],
    ]);
  });
});
