// What a page seals is what the command reads: the same bytes, seeds and hashes as the engine's own tests make natively.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { assignmentLink } from '../web/src/classroom/link.ts';
import { buildCommand } from './command.ts';
import { assignmentId, canonical, chain, refusal, seal, seedOf, sha256, start } from './modules';

const text = (name: string): string => readFileSync(new URL(`submissions/${name}`, import.meta.url), 'utf8');
const bob = text('class/bob.json');
const unsealed = (): Parameters<typeof seal>[0] => {
  const { links, chain, ...rest } = JSON.parse(bob) as Record<string, unknown>;
  expect([links, chain]).not.toContain(undefined);
  return rest as never;
};

beforeAll(start);

test('page seals the file that the command accepts', () => {
  const { text, receipt } = seal(unsealed());
  expect(text).toBe(bob);
  expect(receipt).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
});

test('seeds and hashes are those that the command makes', () => {
  const { assignment, seed, student } = unsealed();
  expect(seedOf(assignment, student.id)).toBe(seed);
  expect(seedOf(assignment, 'somebody else')).not.toBe(seed);
  expect(sha256(canonical(JSON.stringify(JSON.parse(text('lab.json')), null, 2)))).toBe(assignment.lab_hash);
  expect(assignmentId(assignment)).toMatch(/^[0-9A-Z]{8}$/);
  expect(chain(sha256(''), { t: 0, k: 'open' })).toMatch(/^sha256-[0-9a-f]{64}$/);
});

test('link of a page is the assignment that the command scores by', { timeout: 600_000 }, () => {
  const { assignment } = unsealed();
  const link = assignmentLink('https://example.org/labs/small.html?s=old#two', assignment);
  const [lab, file] = ['tests/submissions/lab.json', 'tests/submissions/class/bob.json'];
  const printed = buildCommand()(['check', '--lab', lab, '--assignment', link, '--format', 'json', file]);
  expect(JSON.parse(printed)).toMatchObject({
    assignment: assignmentId(assignment),
    submissions: [{ student: { id: 'bob' }, points: 5, max: 6, flags: [] }],
  });
});

test('file is refused with a reason when it is not a submission', () => {
  expect(refusal(() => seal({} as never))).toBe('the submission has no format');
  expect(refusal(() => seal(7 as never))).toBe('the submission has no format');
  const round: Record<string, unknown> = { ...unsealed() };
  round['claimed'] = round;
  expect(refusal(() => seal(round as never))).toBe('the submission must be plain data');
  expect(refusal(() => chain('sha256-0', { t: 0, k: 'open' }))).toContain('this is no hash');
  expect(refusal(() => seedOf({} as never, 'a'))).toContain('seed');
  expect(refusal(() => canonical('{'))).toContain('no JSON');
  expect(refusal(() => canonical('['.repeat(10_000)))).toContain('recursion limit');
});
