/** The submissions of a class, sealed like those of the page, for tests of grading. */
import type { Assignment, UnsealedSubmission } from '../web/src/classroom/format.ts';
import { seal, seedOf } from '../web/src/classroom/seal.ts';
import { hashName, sha256 } from '../web/src/lab/hash.ts';
import type { Lab } from '../web/src/lab/types.ts';
import type { LogEvent } from '../web/src/session/log.ts';
import { canonicalJson } from '../web/src/state/canonical.ts';
import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** The questions of the assignment: a prediction, two choices, and a number that differs between students. */
export const counted = ['p-miss', 'q-tree', 'q-rule', 'q-evidence'];

/** Returns an assignment of the first lab. */
export const assignmentOf = (lab: Lab, change: Partial<Assignment> = {}): Assignment => ({
  lab: lab.id,
  lab_hash: hashName(sha256(canonicalJson(lab))),
  engine: version,
  questions: counted,
  locked: {},
  seed: 'student',
  title: 'Week 3',
  skip: true,
  due: '2026-05-04T22:00:00.000Z',
  ...change,
});

/** Returns the size in a student's question, drawn as the engine draws it. */
export function drawnSize(assignment: Assignment, student: string): number {
  const bytes: number[] = [];
  for (const text of [seedOf(assignment, student), 'q-rule', 'size']) {
    const length = new Uint8Array(8);
    new DataView(length.buffer).setBigUint64(0, BigInt(text.length));
    bytes.push(...length, ...new TextEncoder().encode(text));
  }
  const hash = sha256('', Uint8Array.from(bytes));
  const values = [160, ...Array.from({ length: 180 }, (_, i) => 168 + 8 * i)];
  return values[Number(new DataView(hash.buffer, hash.byteOffset).getBigUint64(0) % BigInt(values.length))] ?? 0;
}

/** Returns the number of names that fit in a directory of the student's size: 125 for each page of 8 KiB. */
export const rightNames = (assignment: Assignment, student: string): number =>
  (drawnSize(assignment, student) / 8) * 125;

type Try = [question: string, given: string, right: boolean];

/** The work of a student. */
export interface StudentWork {
  id: string;
  name?: string;
  /** Answers in order: the id of a choice, or a number. */
  tries: Try[];
  predicted?: boolean;
  ended?: string;
  /** Milliseconds before each answer. */
  pace?: number;
  /** Events before the answers. */
  before?: LogEvent[];
}

const points: Record<string, number> = { 'q-tree': 1, 'q-rule': 1, 'q-evidence': 1 };

/** Writes a submission whose claimed score is correct. */
export function unsealed(assignment: Assignment, doing: StudentWork): UnsealedSubmission {
  const { id, name = '', tries, predicted = true, ended = '2026-05-03T12:40:00.000Z', pace = 20_000 } = doing;
  // Each student has a different pace.
  let t = 1000 + (sha256(id)[0] ?? 0) * 16 + (sha256(id)[1] ?? 0) / 256;
  const events: LogEvent[] = [{ t: 0, k: 'open' }, ...(doing.before ?? [])];
  if (predicted)
    events.push({ t: (t += pace), k: 'predict', block: 'p-miss', prediction: { kind: 'choice', id: 'one' } });
  for (const [question, text] of tries)
    events.push({
      t: (t += pace),
      k: 'answer',
      question,
      given: /^\d/.test(text) ? { kind: 'number', text } : { kind: 'choice', ids: [text] },
    });
  const questions = Object.fromEntries(
    assignment.questions.map((question) => {
      const right = question.startsWith('p-')
        ? predicted
        : tries.some(([asked, , right]) => asked === question && right);
      return [question, { right, points: right ? (points[question] ?? 0) : 0 }];
    }),
  );
  const sum = Object.values(questions).reduce((sum, { points }) => sum + points, 0);
  const max = assignment.questions.reduce((sum, question) => sum + (points[question] ?? 0), 0);
  return {
    format: 'pathlength-submission/1',
    assignment,
    student: { id, name },
    seed: seedOf(assignment, id),
    started: '2026-05-03T12:00:00.000Z',
    ended,
    events,
    claimed: { score: sum / Math.max(1, max), points: sum, questions },
  };
}

/** Returns a file as the page writes it. */
export const submissionText = (assignment: Assignment, doing: StudentWork): string =>
  seal(unsealed(assignment, doing)).text;

/** Returns a correct first answer to every question. */
export const allRight = (assignment: Assignment, id: string): Try[] => [
  ['q-tree', 'same', true],
  ['q-rule', String(rightNames(assignment, id)), true],
  ['q-evidence', 'supported', true],
];

/** Returns a class with ten kinds of files, by the paths that a learning platform gives them. */
export function classOfTen(lab: Lab): { assignment: Assignment; files: Record<string, string | Uint8Array> } {
  const assignment = assignmentOf(lab);
  const of = (doing: StudentWork): string => submissionText(assignment, doing);
  const honest = of({ id: 's1001', name: 'Ada Honest', tries: allRight(assignment, 's1001') });
  const wrong = of({
    id: 's1002',
    name: 'Bob Wrong',
    tries: [
      ['q-tree', 'linear', false],
      ['q-rule', '7', false],
    ],
  });
  const guesses: Try[] = [
    ['q-tree', 'linear', false],
    ['q-tree', 'binary', false],
    ['q-rule', '1', false],
    ['q-rule', '2', false],
  ];
  const own = assignmentOf(lab, { questions: ['q-tree'], title: 'My own' });
  return {
    assignment,
    files: {
      'Ada Honest_1_assignsubmission_file_/zfs-directories-s1001.lab.json': honest,
      'Bob Wrong_2_assignsubmission_file_/zfs-directories-s1002.lab.json': wrong,
      // Clicked through: wrong twice, then right.
      'Guy Guess_3_assignsubmission_file_/g.json': of({
        id: 's1003',
        name: 'Guy Guess',
        pace: 900,
        tries: [...guesses, ...allRight(assignment, 's1003')],
      }),
      // The honest file with another student's id.
      'Cal Copy_4_assignsubmission_file_/c.json': honest
        .replace('"id":"s1001"', '"id":"s1004"')
        .replace('Ada Honest', 'Cal Copy'),
      // A claimed score that was edited.
      'Tam Tamper_5_assignsubmission_file_/t.json': of({
        id: 's1005',
        name: 'Tam Tamper',
        tries: [['q-tree', 'binary', false]],
      }).replace('"right":false', '"right":true'),
      'Lea Late_6_assignsubmission_file_/l.json': of({
        id: 's1006',
        name: 'Lea Late',
        ended: '2026-05-05T08:00:00.000Z',
        tries: allRight(assignment, 's1006'),
      }),
      'Dan Damaged_7_assignsubmission_file_/d.json': honest.slice(0, 700),
      'Olly Other_8_assignsubmission_file_/o.json': submissionText(own, {
        id: 's1008',
        name: 'Olly Other',
        predicted: false,
        tries: [['q-tree', 'same', true]],
      }),
      'Ren Renamed_9_assignsubmission_file_/zfs-directories-s1009.lab.json.txt': of({
        id: 's1009',
        name: 'Ren Renamed',
        tries: allRight(assignment, 's1009'),
      }),
      // To be packed into an inner archive.
      'Zoe Zip_10_assignsubmission_file_/inner/z.json': of({
        id: 's1010',
        name: 'Zoe Zip',
        tries: allRight(assignment, 's1010'),
      }),
    },
  };
}
