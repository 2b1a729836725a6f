// Recovery time by size: the requests, and the curves of the results.
import type { Recovery, RecoveryRequest, Sizes } from '../../engine/live/outage/protocol';

export type Axis = 'size' | 'log';

/** Points of the curves: file system sizes in GiB, and log sizes in MiB. */
export const points: Readonly<Record<Axis, readonly number[]>> = {
  size: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16_384],
  log: [4, 8, 16, 32, 64, 128, 256, 512],
};

/** Sizes set by the reader, in GiB, MiB, %, and KiB. */
export type ChosenSizes = Required<Sizes>;

/** Returns the requests for ext2, which needs a full check, followed by those for another file system. */
export function requestsOf(along: Axis, chosen: ChosenSizes, beside: string): RecoveryRequest[] {
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

/** Returns the estimates as curves, without missing points. */
export function curvesOf(along: Axis, beside: string, answers: readonly Recovery[]): Curve[] {
  const each = points[along].length;
  return ['ext2', beside].map((policy, at) => {
    const asked = points[along].map((x, i) => ({ x, answer: answers[at * each + i] }));
    const there = asked.flatMap(({ x, answer }) => (answer?.problem === '' ? [{ x, answer }] : []));
    return { policy, xs: there.map(({ x }) => x), answers: there.map(({ answer }) => answer) };
  });
}

/** Returns the distinct reasons for missing estimates. */
export const problemsOf = (answers: readonly Recovery[]): string[] => [
  ...new Set(answers.map(({ problem }) => problem).filter((problem) => problem !== '')),
];
