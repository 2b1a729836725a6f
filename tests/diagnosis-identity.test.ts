// A diagnosis is identical in WebAssembly and natively; a request that breaks a rule is refused with a message.
import { csvParseRows } from 'd3-dsv';
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { buildCommand, FilePoolAdvisor, labOf, refusal, start } from './modules';

type Symptom = ConstructorParameters<typeof FilePoolAdvisor>[1][number];

const file = (path: string): string => readFileSync(new URL(`../labs/sfs-file-pool/${path}`, import.meta.url), 'utf8');
const sample = (name: string): string => file(`samples/${name}.txt`);

/** Returns the command's answer without its source's date, which the page takes from the lab. */
function undated(printed: string): unknown {
  const { as_of, ...answer } = JSON.parse(printed) as { as_of: string };
  expect(as_of).toContain('As of z/VM 7.2');
  return answer;
}

let native: ReturnType<typeof buildCommand>;
let advisor: FilePoolAdvisor;
beforeAll(async () => {
  native = buildCommand();
  start();
  const [names = [], ...rows] = csvParseRows(file('data/symptoms.csv'));
  advisor = new FilePoolAdvisor(
    await labOf('sfs-file-pool'),
    rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]])) as unknown as Symptom),
  );
}, 600_000);

test.each(['before', 'after', 'application'])('the sample “%s”', (name) => {
  const printed = undated(native(['diagnose', 'sfs-file-pool', '-', '--format', 'json'], sample(name)));
  expect(advisor.diagnose({ before: sample(name) })).toEqual(printed);
});

test('counter may fall', () => {
  const text = '9 3 Deadlocks\n5 Requests';
  const printed = undated(native(['diagnose', 'sfs-file-pool', '-', '--format', 'json'], text));
  expect(advisor.diagnose({ before: text })).toEqual(printed);
});

test('impossible number is refused with the same message', () => {
  const text = sample('before').replace('75.29', '175.29');
  const printed = refusal(() => advisor.diagnose({ before: text }));
  expect(printed).toContain('the utilization of RWSERV1 (total) is 175.3 %');
  expect(() => native(['diagnose', 'sfs-file-pool', '-'], text)).toThrow(printed);
});

test('request is refused with a message when it breaks a rule', () => {
  expect(refusal(() => advisor.diagnose({ before: '14' }))).toContain('line 1');
  const twice = { before: sample('before'), after: sample('after'), changed: ['server-paging', 'quickdsp'] };
  expect(refusal(() => advisor.diagnose(twice))).toContain('change one thing');
  for (const anything of [undefined, null, 7, 'text', [], {}, { before: 7 }, { before: '', nonsense: 1 }])
    refusal(() => advisor.diagnose(anything as never));
  for (const anything of [undefined, {}, { about: 'weather' }, { about: 'users' }, { about: 'users', defined: 'x' }])
    refusal(() => advisor.plan(anything as never));
});

test('value that is not a number is reported by its field', () => {
  expect(advisor.plan({ about: 'agents', total: NaN, highest: 1 }).problems).toMatchObject([{ field: 'total' }]);
});
