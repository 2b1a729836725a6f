// Submissions: one readable file each, which the command `pathlength check` replays.
import type { SubmittedAnswer, Question, Verdict } from '../engine/protocol';
import type { LogEvent } from '../session/log';
import type { UnsealedSubmission } from './format';
import { now } from './words';
import type { Work } from './work.svelte';

type Judge = (question: Question, given: SubmittedAnswer, seed?: string) => Promise<Verdict>;

/** Returns the checked answers to a question in order, including those that the student has reset since. */
const answersTo = (log: readonly LogEvent[], question: string): SubmittedAnswer[] =>
  log.flatMap((event) => (event.k === 'answer' && event.question === question ? event.given : []));

/**
 * Marks the counted items from the log, as the check does: a question counts once it has been answered correctly, a
 * prediction once it has been made.
 */
async function claim(work: Work, log: readonly LogEvent[], judge: Judge): Promise<UnsealedSubmission['claimed']> {
  const questions: UnsealedSubmission['claimed']['questions'] = {};
  let maxPoints = 0;
  for (const asked of work.counted) {
    if (asked.kind === 'predict') {
      questions[asked.id] = {
        right: log.some((event) => event.k === 'predict' && event.block === asked.id),
        points: 0,
      };
      continue;
    }
    let right = false;
    for (const given of answersTo(log, asked.id)) right ||= (await judge(asked.block, given, work.session.seed)).right;
    questions[asked.id] = { right, points: right ? asked.block.points : 0 };
    maxPoints += asked.block.points;
  }
  const points = Object.values(questions).reduce((sum, mark) => sum + mark.points, 0);
  return { score: points / Math.max(1, maxPoints), points, questions };
}

/** Returns the submission of the work so far. */
export async function submission(work: Work, judge: Judge, ended = now()): Promise<UnsealedSubmission> {
  const { assignment, student, session, started } = work;
  const events = [...session.log];
  return {
    format: 'pathlength-submission/1',
    assignment,
    student,
    seed: session.seed ?? '',
    started,
    ended,
    events,
    claimed: await claim(work, events, judge),
  };
}

/** Returns a file name that every system accepts and that identifies the student. */
export function fileName(lab: string, student: string): string {
  const tame = student
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/^[-.]+|[-.]+$/g, '');
  return `${lab}-${[...tame].slice(0, 60).join('') || 'student'}.lab.json`;
}

/** Returns the file name of a lab as one file. */
export const pageName = (lab: string): string => `${lab}.html`;

/** Downloads a file to the reader's computer without any server. */
export function download(name: string, content: BlobPart, type = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By then, the browser has read the file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
