// Recovery against size: what is asked, and how the answers are drawn.
import type { Question, Recovery, Sizes } from '../../engine/live/outage/protocol';

export type Along = 'size' | 'log';

/** Where the recovery is asked for: sizes in GiB, and sizes of the log in MiB. */
export const points: Readonly<Record<Along, readonly number[]>> = {
  size: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16_384],
  log: [4, 8, 16, 32, 64, 128, 256, 512],
};

/** What the reader sets, in GiB, MiB, % and KiB. */
export type Chosen = Required<Sizes>;

/** The questions for a check of everything and for another file system, one after the other. */
export function questionsOf(along: Along, chosen: Chosen, beside: string): Question[] {
  const setting = along === 'size' ? 'size_gib' : 'log_mib';
  return ['ext2', beside].flatMap((policy) =>
    points[along].map((value) => ({ policy, sizes: { ...chosen, [setting]: value } })),
  );
}

export interface Curve {
  policy: string;
  xs: number[];
  answers: Recovery[];
}

/** The answers as curves, without the places where there is none. */
export function curvesOf(along: Along, beside: string, answers: readonly Recovery[]): Curve[] {
  const each = points[along].length;
  return ['ext2', beside].map((policy, at) => {
    const asked = points[along].map((x, i) => ({ x, answer: answers[at * each + i] }));
    const there = asked.flatMap(({ x, answer }) => (answer?.problem === '' ? [{ x, answer }] : []));
    return { policy, xs: there.map(({ x }) => x), answers: there.map(({ answer }) => answer) };
  });
}

/** The problem that stands in the way of answers, if there is one, without repetition. */
export const problemsOf = (answers: readonly Recovery[]): string[] => [
  ...new Set(answers.map(({ problem }) => problem).filter((problem) => problem !== '')),
];
