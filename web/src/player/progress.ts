// A reader's progress in a step.
import type { Words } from '../language';
import { counted, listed } from '../charts/format';
import { allBlocks } from '../lab/blocks';
import type { Step } from '../lab/types';
import type { Session } from '../session/session.svelte';

/** Returns the tasks of a step: its predictions and questions. */
export const tasksOf = (step: Step): { kind: 'predict' | 'question'; id: string }[] =>
  allBlocks(step.blocks).flatMap((block) =>
    block.kind === 'predict' || block.kind === 'question' ? { kind: block.kind, id: block.id } : [],
  );

/** Returns whether a step is done: all its tasks are done or, if it has none, it has been read. */
export function isDone(session: Session, step: Step, seen: boolean): boolean {
  const tasks = tasksOf(step);
  if (tasks.length === 0) return seen;
  return missingIn(session, step).length === 0;
}

/** Returns the remaining tasks of a step: predictions that are not made, and questions without a correct answer. */
export const missingIn = (session: Session, step: Step): ReturnType<typeof tasksOf> =>
  tasksOf(step).filter(({ kind, id }) => !session.revealed(id) && !(kind === 'question' && session.solved(id)));

/** Describes the number of tasks of each kind; empty if there are no tasks. */
export function tasksWords(tasks: ReturnType<typeof tasksOf>): string {
  const words = (['predict', 'question'] as const).flatMap((wanted) => {
    const n = tasks.filter(({ kind }) => kind === wanted).length;
    if (n === 0) return [];
    return wanted === 'predict'
      ? counted(n, 'prediction', 'predictions')
      : counted(n, 'question' satisfies Words, 'questions');
  });
  return listed(words);
}
