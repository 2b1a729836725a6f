// The command reads submissions as the page seals them: two implementations produce the same text, chain, seed, and
// verification code.
import fc from 'fast-check';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Assignment, Submission, UnsealedSubmission } from '../web/src/classroom/format.ts';
import { assignmentLink } from '../web/src/classroom/link.ts';
import { base32 } from '../web/src/state/base32.ts';
import { seal, seedOf } from '../web/src/classroom/seal.ts';
import { canonicalJson } from '../web/src/state/canonical.ts';
import { sha256 } from '../web/src/lab/hash.ts';
import { versionOf } from '../web/src/lab/version.ts';
import type { LogEvent } from '../web/src/session/log.ts';
import { buildCommand } from './command.ts';

const submissions = new URL('submissions/', import.meta.url);
const text = (name: string): string => readFileSync(new URL(name, submissions), 'utf8');
const labFile = 'tests/submissions/lab.json';
const bob = text('class/bob.json');

/** A file of the command's report. */
interface CheckedFile {
  file: string;
  student?: { id: string; name: string };
  assignment?: { id: string };
  receipt?: string;
  flags: { name: string; text: string }[];
}

let check: (files: string[], assignment?: string) => { assignment: string; submissions: CheckedFile[] };
let folder: string;
// The command may have to be built first.
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pathlength-seal-'));
  const command = buildCommand();
  check = (files, assignment = 'tests/submissions/class/bob.json') =>
    JSON.parse(
      command(['check', '--lab', labFile, '--assignment', assignment, '--format', 'json', ...files]),
    ) as ReturnType<typeof check>;
}, 600_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const unsealed = (file: string): UnsealedSubmission => {
  const { links, chain, ...rest } = JSON.parse(file) as Submission;
  expect([links, chain]).not.toContain(undefined);
  return rest;
};
const flagsOf = ({ flags }: CheckedFile): string[] => flags.map(({ name }) => name);
/** Returns the short name of an assignment, as the command prints it. */
const assignmentId = (assignment: Assignment): string => base32(sha256(canonicalJson(assignment)), 8);

describe('class of files', () => {
  test('has the seals, verification codes, seeds, and ids of the command', () => {
    const names = readdirSync(new URL('class/', submissions));
    const { submissions: checked } = check(names.map((name) => `tests/submissions/class/${name}`));
    const readable = checked.filter((one) => one.receipt !== undefined);
    expect(readable.map(({ file }) => file.split('/').at(-1))).toEqual(
      names.filter((name) => !['cut-off.json', 'garbage.json', 'huge-numbers.json', 'nested.json'].includes(name)),
    );
    let untouched = 0;
    for (const one of readable) {
      const file = readFileSync(new URL(`../${one.file}`, import.meta.url), 'utf8');
      const work = unsealed(file);
      const sealed = seal(work);
      // The verification code of the file's content, even if the content was changed after sealing.
      expect(sealed.verificationCode, one.file).toBe(one.receipt);
      expect(sealed.text === file, one.file).toBe(!flagsOf(one).includes('chain'));
      expect(seedOf(work.assignment, work.student.id) === work.seed, one.file).toBe(!flagsOf(one).includes('seed'));
      expect(assignmentId(work.assignment), one.file).toBe(one.assignment?.id);
      if (sealed.text === file) untouched++;
    }
    expect(untouched).toBeGreaterThan(4);
  });

  test('names the hash of its lab in any order of keys', () => {
    const lab = JSON.parse(text('lab.json')) as Parameters<typeof versionOf>[0];
    const { lab_hash, engine } = unsealed(bob).assignment;
    expect(versionOf(lab)).toEqual({ lab_hash, engine });
    const turned = Object.fromEntries(Object.entries(lab).reverse()) as unknown as typeof lab;
    expect(versionOf(turned)).toEqual({ lab_hash, engine });
  });
});

test('link of a page is the assignment that the command scores by', () => {
  const { assignment } = unsealed(bob);
  const link = assignmentLink('https://example.org/labs/small.html?s=old#two', assignment);
  expect(check(['tests/submissions/class/bob.json'], link)).toMatchObject({
    assignment: assignmentId(assignment),
    submissions: [{ student: { id: 'bob' }, points: 5, max: 6, flags: [] }],
  });
});

describe('generated submission', () => {
  // Keys and values on which implementations may differ: order by UTF-16 units, names of properties that every object
  // has, escapes, and digits.
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(
      '',
      '__proto__',
      'constructor',
      'toJSON',
      '10',
      '9',
      '-1',
      '!',
      '€',
      '\r',
      '\ufb33',
      '😀',
      '\u0080',
    ),
    fc.constantFrom('\u0000\u001f\u007f', '\u2028\u2029', '"\\/\b\f\n\r\t', 'e\u0301', '\uffff', '\ud800\udc00'),
  );
  const number = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
    fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(Number),
    fc.constantFrom(
      0,
      -0,
      1e21,
      1e-7,
      1e-6,
      999999999999999900000,
      5e-324,
      -1.7976931348623157e308,
      2 ** 53 + 2,
      0.1 + 0.2,
    ),
  );
  const setting = fc.oneof(number, text, fc.boolean());
  const settings = fc.dictionary(text, setting, { maxKeys: 6 });
  const prediction = fc.oneof(
    fc.record({ kind: fc.constant('choice'), id: text }),
    fc.record({ kind: fc.constant('number'), value: number, text }),
    fc.record({ kind: fc.constant('curve'), values: fc.array(number) }),
  );
  const given = fc.oneof(
    fc.record({ kind: fc.constant('number'), text }),
    fc.record({ kind: fc.constant('choice'), ids: fc.array(text) }),
  );
  const kind = <K extends LogEvent['k']>(k: K, parts: Record<string, fc.Arbitrary<unknown>>, optional: string[] = []) =>
    fc.record(
      { t: number, k: fc.constant(k), ...parts },
      { requiredKeys: ['t', 'k', ...Object.keys(parts).filter((part) => !optional.includes(part))] as never },
    ) as fc.Arbitrary<unknown> as fc.Arbitrary<LogEvent>;
  const event = fc.oneof(
    kind('open', {}),
    kind('set', { setting: text, value: setting }),
    kind('run', { block: text, scenario: settings, output: text, value: number }),
    kind('predict', { block: text, prediction }),
    kind('reveal', { block: text }),
    kind('skip', { block: text }),
    kind('hint', { block: text, n: fc.nat() }),
    kind('answer', { question: text, given }),
    kind('reset', { step: text }, ['step']),
  );
  const assignment: fc.Arbitrary<Assignment> = fc.record(
    {
      lab: fc.oneof(text, fc.constant('small')),
      lab_hash: text,
      engine: text,
      questions: fc.array(text, { maxLength: 4 }),
      locked: settings,
      skip: fc.boolean(),
      seed: fc.constantFrom('same', 'student'),
      title: text,
      pass: number,
      due: text,
    },
    { requiredKeys: ['lab', 'lab_hash', 'engine', 'questions', 'seed'] },
  );
  const submission: fc.Arbitrary<UnsealedSubmission> = fc
    .record({
      format: fc.constant('pathlength-submission/1' as const),
      assignment,
      student: fc.record({ id: text, name: text }),
      started: text,
      ended: text,
      events: fc.array(event, { maxLength: 12 }),
      claimed: fc.record({
        score: number,
        points: number,
        questions: fc.dictionary(text, fc.record({ right: fc.boolean(), points: number }), { maxKeys: 4 }),
      }),
    })
    .map((all) => ({ ...all, seed: seedOf(all.assignment, all.student.id) }));

  /** Runs the command on files with these contents. */
  const checkTexts = (contents: (string | Uint8Array)[]): CheckedFile[] => {
    const files = contents.map((content, at) => {
      const file = join(folder, `${at}.json`);
      writeFileSync(file, content);
      return file;
    });
    return check(files).submissions;
  };

  test('is accepted as sealed and flagged when a byte is changed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ work: submission, place: fc.nat(), byte: fc.integer({ min: 0x20, max: 0x7e }) }), {
          minLength: 40,
          maxLength: 40,
        }),
        (cases) => {
          const sealed = cases.map(({ work }) => seal(work));
          for (const [at, one] of checkTexts(sealed.map(({ text }) => text)).entries()) {
            const { work } = cases[at] as (typeof cases)[number];
            expect(['unreadable', 'chain', 'seed'].filter((flag) => flagsOf(one).includes(flag))).toEqual([]);
            expect(one).toMatchObject({
              receipt: sealed[at]?.verificationCode,
              student: work.student,
              assignment: { id: assignmentId(work.assignment) },
            });
          }

          const changed = cases.map(({ place, byte }, at) => {
            const bytes = Buffer.from(sealed[at]?.text ?? '');
            bytes[place % bytes.length] = byte;
            return bytes;
          });
          /**
           * Returns whether the meaning is unchanged: a digit may have changed if the number still reads as the
           * same double.
           */
          const isSame = (bytes: Buffer, at: number): boolean => {
            try {
              return canonicalJson(JSON.parse(bytes.toString())) === sealed[at]?.text;
            } catch {
              return false;
            }
          };
          for (const [at, one] of checkTexts(changed).entries()) {
            const noticed = flagsOf(one).some((flag) => flag === 'unreadable' || flag === 'chain');
            expect(noticed, changed[at]?.toString()).toBe(!isSame(changed[at] as Buffer, at));
          }
        },
      ),
      { numRuns: 8 },
    );
  });

  test('is flagged when its seed is another student’s', () => {
    const work = unsealed(bob);
    const { text, verificationCode } = seal({ ...work, seed: seedOf(work.assignment, 'somebody else') });
    expect(checkTexts([text])).toMatchObject([{ receipt: verificationCode, flags: [{ name: 'seed' }] }]);
  });
});
