// The feedback on a reader’s curve in the published labs.
import { describe, expect, test } from 'vitest';
import { folderFiles } from '../web/build/lab.ts';
import { lessonTools } from '../web/build/lesson-tools.ts';
import { blocksOf } from '../web/src/lab/blocks.ts';
import { compile, modelOf } from '../web/src/lab/compile/index.ts';
import { curveQuestion } from '../web/src/lab/curve-names.ts';
import type { Predict } from '../web/src/lab/types.ts';
import { at } from './base-lab.ts';

/** Returns a function that returns the first words of the feedback on a curve of a lab. */
async function feedbackOf(id: string, prediction: string): Promise<(values: number[]) => string> {
  const files = folderFiles(at(`labs/${id}`));
  const tools = await lessonTools(modelOf(files) ?? '');
  const { lab } = tools ? compile(files, tools) : {};
  if (!tools || !lab) throw new Error(`the lab ${id} does not compile`);
  const block = blocksOf(lab).find((one): one is Predict & { kind: 'predict' } => 'id' in one && one.id === prediction);
  const { guess, feedback = [] } = block ?? {};
  if (guess?.kind !== 'curve') throw new Error(`${id} has no curve ${prediction}`);
  return (values) => {
    const { question, given } = curveQuestion(prediction, guess, lab.outputs?.[guess.y]?.unit ?? '', values, feedback);
    const { feedback: found } = tools.judge(lab, question, given);
    return JSON.stringify(feedback[found ?? -1]?.blocks);
  };
}

const cases: [lab: string, prediction: string, curves: [values: number[], feedback: string][]][] = [
  [
    'zfs-directories',
    'p-size',
    [
      [[232_427, 40_000, 17_000], 'You expected a fixed cost in small directories'],
      [[232_427, 200_000, 180_000], 'as if a lookup went straight to its name'],
      [[232_427, 23_243, 9_297], 'falls in inverse proportion to the number of names'],
      [[232_427, 5_000, 2_000], 'falls faster than the number of names'],
      [[232_427, 90_000, 50_000], 'Compare the factors'],
    ],
  ],
  [
    'disk-paths',
    'p-cliff',
    [
      [[1, 1, 0, 0], 'is evicted just before it is needed'],
      [[1, 1, 0.85, 0.5], 'You kept the part of the file that fits'],
      [[1, 0.7, 0.4, 0.1], 'falls while the file still fits'],
      [[0.5, 0.5, 0.5, 0.5], 'Your curve is flat'],
      [[0.2, 0.3, 0.4, 0.5], 'rises with the file size'],
      [[1, 0.9, 0.15, 0.1], 'Compare the files that fit'],
    ],
  ],
  [
    'sfs-file-pool',
    'p-util',
    [
      [[75, 76, 70, 52, 40], 'You multiplied a falling demand'],
      [[75, 75, 75, 75, 75], 'Your curve stays level'],
      [[75, 66, 57, 48, 39], 'falls with the first pages'],
      [[75, 80, 85, 90, 95], 'ends at least as high as it begins'],
      [[30, 30, 60, 60, 20], 'begins too low'],
      [[75, 76, 74, 72, 60], 'Compare both ends'],
    ],
  ],
  [
    'tape-compression',
    'p-jobs',
    [
      [[170, 650, 2100, 3700], 'You let each job add its own rate'],
      [[400, 1500, 3000, 1000], 'Your curve falls'],
      [[2500, 3000, 3500, 4000], 'a single job already reaches'],
      [[300, 400, 500, 600], 'hardly rises'],
      [[100, 500, 2000, 5000], 'past the limit of the ports'],
      [[170, 300, 800, 2500], 'Multiply the rate of one job'],
    ],
  ],
  [
    'queueing',
    'p-users',
    [
      [[2, 18, 34, 45, 49, 50], 'then the disk becomes saturated'],
      [[2, 18, 34, 45, 40, 20], 'more users would get less done'],
      [[2, 12, 24, 37, 50, 74], 'rises without a limit'],
      [[40, 40, 40, 40, 40, 40], 'Your curve is flat'],
      [[2, 45, 48, 49, 50, 50], 'already near the limit'],
      [[2, 8, 12, 18, 24, 36], 'limited by the users’ think time'],
    ],
  ],
];

describe.each(cases)('%s: %s', (lab, prediction, curves) => {
  test('each curve gets the feedback to its misconception', async () => {
    const feedback = await feedbackOf(lab, prediction);
    for (const [values, start] of curves) expect(feedback(values), String(values)).toContain(start);
  });
});
