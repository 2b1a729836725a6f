// Submissions: one readable file each, which the command `pathlength check` replays.
import type { SubmittedAnswer, Question, Verdict } from '../engine/protocol';
import type { LogEvent } from '../session/log';
import type { UnsealedSubmission } from './format';
import { counts, maxPointsOf, pointsAfter, pointsOf, sum } from './rules';
import { now } from './words';
import type { Work } from './work.svelte';

type Judge = (question: Question, given: SubmittedAnswer, seed?: string) => Promise<Verdict>;

/** Returns the checked answers to a question in order, including those that the student has reset since. */
const answersTo = (log: readonly LogEvent[], question: string): SubmittedAnswer[] =>
  log.flatMap((event) => (event.k === 'answer' && event.question === question ? event.given : []));

/**
 * Grades the counted items from the log, as `pathlength check` does. A question is right once it has been answered
 * correctly within the allowed attempts, and a prediction once it has been made.
 */
async function claim(work: Work, log: readonly LogEvent[], judge: Judge): Promise<UnsealedSubmission['claimed']> {
  const { assignment, counted, session } = work;
  const questions: UnsealedSubmission['claimed']['questions'] = {};
  for (const asked of counted) {
    const max = pointsOf(assignment, asked);
    if (asked.kind === 'predict') {
      const right = log.some((event) => event.k === 'predict' && event.block === asked.id);
      questions[asked.id] = { right, points: right ? max : 0 };
      continue;
    }
    let right = false;
    let wrong = 0;
    for (const given of answersTo(log, asked.id)) {
      if (right || !counts(assignment, wrong)) break;
      right = (await judge(asked.block, given, session.seed)).right;
      if (!right) wrong++;
    }
    questions[asked.id] = { right, points: right ? pointsAfter(assignment, max, wrong) : 0 };
  }
  const points = sum(Object.values(questions).map((mark) => mark.points));
  return { score: points / Math.max(1, maxPointsOf(assignment, counted)), points, questions };
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

/** Returns the file name for a lab that is saved as one file. */
export const pageName = (lab: string): string => `${lab}.html`;

/** Downloads a file to the reader's computer without any server. */
export function download(name: string, content: BlobPart, type = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // After a minute, the browser has read the file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
