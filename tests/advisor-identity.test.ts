// Advice is bit-identical in WebAssembly and natively; a request that breaks a rule is refused with a message.
import { readFileSync } from 'node:fs';
import { csvParseRows } from 'd3-dsv';
import { beforeAll, expect, test } from 'vitest';
import { roles } from '../web/src/engine/generated/lab';
import { buildCommand, CodecAdvisor, FileSystemAdvisor, labOf, openLab, PathAdvisor, refusal, start } from './modules';

type Enquiry = Parameters<PathAdvisor['advise']>[0];

let native: ReturnType<typeof buildCommand>;
let advisor: PathAdvisor;
let lab: Awaited<ReturnType<typeof labOf>>;
beforeAll(async () => {
  native = buildCommand();
  start();
  lab = await labOf('disk-paths');
  advisor = new PathAdvisor(lab);
}, 600_000);

const enquiries: Record<string, Enquiry> = {
  'nothing but weights': { throughput: 1, cpu: 1 },
  'reads and rereads': { work: { read_share: 70, reread_share: 40, block_bytes: 4096 }, throughput: 1, cpu: 2 },
  'limits and errors': { throughput: 0, cpu: 1, limits: ['no_fcp'], errors: { throughput: 0.02, cpu: 0.03 } },
  'a cache that guests share': {
    work: { cache_mb: 64, file_mb: 50.5, guests: 3, sharing: 'scan', scan_rate: 2, fair_share: false },
    throughput: 0.3,
    cpu: 0.7,
  },
};

/** Returns the command's advice without its source's date, which the page takes from the lab. */
function advised(lab: string, request: object): unknown[] {
  const answer = native(['advise', lab, '-'], JSON.stringify(request));
  const { advice, as_of } = JSON.parse(answer) as { advice: unknown[]; as_of: string };
  expect(as_of).toMatch(/\d{4}|z\/VM/);
  return advice;
}

test.each(Object.entries(enquiries))('%s', (_, enquiry) => {
  let slices = 0;
  while (!advisor.prepare(enquiry)) expect(slices++).toBeLessThan(1e6);
  const { ways: advice } = advisor.advise(enquiry);
  expect(advice).toHaveLength(13);
  expect(advice).toEqual(advised('disk-paths', enquiry));
});

test('request is refused with a message when it breaks a rule', () => {
  const sound = { throughput: 1, cpu: 1 };
  expect(refusal(() => advisor.advise({ ...sound, work: { block_bytes: 3000 } }))).toContain(
    'one of 512, 1024, 2048, 4096',
  );
  expect(refusal(() => advisor.prepare({ ...sound, work: { nonsense: 1 } }))).toContain('no setting "nonsense"');
  expect(refusal(() => advisor.prepare({ throughput: 0, cpu: 0 }))).toContain('at least one above 0');
  for (const anything of [
    undefined,
    null,
    7,
    'text',
    [],
    {},
    { ...sound, limits: ['nonsense'] },
    { ...sound, work: 7 },
  ])
    refusal(() => advisor.advise(anything as never));
});

test('advisor is refused when a parameter is missing', () => {
  const parameters = Object.fromEntries(Object.entries(lab.parameters).slice(1));
  expect(refusal(() => new PathAdvisor({ ...lab, parameters }))).toContain('has no parameter');
  expect(refusal(() => new PathAdvisor({} as never))).toContain('model');
});

test('model errors are medians over tables with both ratios', () => {
  const fresh = new PathAdvisor(lab);
  const sound = { throughput: 1, cpu: 1 };
  expect(fresh.advise(sound)).toMatchObject({ cells: 0 });
  const model = openLab(lab);
  const all: Record<'kb_per_s' | 'total_cpu_per_kb', number[]> = { kb_per_s: [], total_cpu_per_kb: [] };
  for (const id of fresh.errorTables) {
    const { error, role } = model.reproduce(id);
    fresh.addErrors(id, error);
    const { fields = [] } = lab.tables?.find((table) => table.id === id) ?? {};
    error.forEach((value, cell) => {
      const { output, relative_to_row: base } = fields[cell % fields.length] ?? {};
      if (base !== undefined && roles[role[cell] ?? 0] !== 'baseline' && Number.isFinite(value))
        if (output === 'kb_per_s' || output === 'total_cpu_per_kb') all[output].push(Math.abs(value));
    });
  }
  const median = (values: number[]): number => {
    const sorted = [...values].sort((a, b) => a - b);
    const middle = Math.floor(sorted.length / 2);
    return ((sorted[sorted.length - 1 - middle] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
  };
  const { errors, cells } = fresh.advise(sound);
  expect(cells).toBe(all.kb_per_s.length + all.total_cpu_per_kb.length);
  expect(cells).toBeGreaterThan(20);
  expect(errors?.throughput).toBe(median(all.kb_per_s));
  expect(errors?.cpu).toBe(median(all.total_cpu_per_kb));
});

/** Returns a table's columns and cells as the page reads them. */
function tableOf(path: string): [columns: string[], cells: string[]] {
  const text = readFileSync(new URL(`../labs/${path}`, import.meta.url), 'utf8');
  const [columns = [], ...rows] = csvParseRows(text);
  return [columns, rows.flat()];
}

const codecAnswers: Record<string, string>[] = [
  {},
  { data: 'incompressible' },
  { machine: 'power7', work: 'read' },
  { goal: 'capacity', jobs: 'few' },
  { limited: 'yes', cache: 'yes' },
];

test.each(codecAnswers)('advice on a codec is the command’s after %j', (answers) => {
  const advisor = new CodecAdvisor(...tableOf('tape-compression/data/advice.csv'));
  const { questions, advice } = advisor.choose(answers);
  expect(advice).toEqual(advised('tape-compression', answers));
  expect(questions.map(({ id }) => id)).toContain('data');
  expect(refusal(() => advisor.choose({ jobs: 'some' }))).toBe(
    'unknown answer "some" to "jobs": choose one of many, few',
  );
});

const fileSystemRequests: Record<string, string | number>[] = [
  {},
  { recover: '60', shrink: 'offline', size_gib: 500, log_mib: 32, filled_percent: 40, file_kib: 10 },
  { recover: '600', grow: 'online', contents: 'never', size_gib: 96 },
  { size_gib: 1, log_mib: 1024 },
];

test.each(fileSystemRequests)('advice on a file system is the command’s after %j', async (request) => {
  const { parameters } = await labOf('journaling');
  const values = Object.fromEntries(Object.entries(parameters).map(([name, { value }]) => [name, value]));
  const advisor = new FileSystemAdvisor(values, ...tableOf('journaling/data/resize.csv'));
  while (!advisor.prepare(request));
  const { questions, file_systems } = advisor.choose(request);
  expect(file_systems).toHaveLength(7);
  expect(questions.map(({ id }) => id)).toEqual(['recover', 'shrink', 'grow', 'contents']);
  const ofCommand = advised('journaling', request);
  // The module omits missing values; JSON writes null.
  expect(JSON.parse(JSON.stringify(file_systems, (_, value: unknown) => value ?? null))).toEqual(ofCommand);
});
