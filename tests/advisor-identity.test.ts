// Advice is the same in WebAssembly as natively, bit for bit; a request that breaks a rule is refused with a sentence.
import { beforeAll, expect, test } from 'vitest';
import { publishedCells } from '../web/src/engine/advisor';
import { buildCommand, labOf, PathAdvisor, refusal, start } from './modules';

type Enquiry = Parameters<PathAdvisor['advise']>[0];

let native: ReturnType<typeof buildCommand>;
let advisor: PathAdvisor;
let parameters: [string, number][];
let cells: ConstructorParameters<typeof PathAdvisor>[1];
beforeAll(async () => {
  native = buildCommand();
  start();
  const lab = await labOf('disk-paths');
  parameters = Object.entries(lab.parameters).map(([name, { value }]) => [name, value]);
  cells = publishedCells(lab);
  advisor = opened(parameters);
}, 600_000);

const opened = (parameters: [string, number][]): PathAdvisor => new PathAdvisor(Object.fromEntries(parameters), cells);

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

test.each(Object.entries(enquiries))('%s', (_, enquiry) => {
  let slices = 0;
  while (!advisor.prepare(enquiry)) expect(slices++).toBeLessThan(1e6);
  const advice = advisor.advise(enquiry);
  expect(advice).toHaveLength(13);
  expect(advice).toEqual(JSON.parse(native(['advise', 'disk-paths', '-'], JSON.stringify(enquiry))));
});

test('request is refused with a sentence when it breaks a rule', () => {
  const sound = { throughput: 1, cpu: 1 };
  expect(refusal(() => advisor.advise({ ...sound, work: { block_bytes: 3000 } }))).toContain(
    'one of 512, 1024, 2048, 4096',
  );
  expect(refusal(() => advisor.prepare({ ...sound, work: { nonsense: 1 } }))).toContain('no setting "nonsense"');
  expect(refusal(() => advisor.prepare({ throughput: 0, cpu: 0 }))).toContain('one of them more than 0');
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
  expect(refusal(() => opened(parameters.slice(1)))).toContain('has no parameter');
  expect(refusal(() => new PathAdvisor({ a: 1 }, []))).toContain('has no parameter');
});
