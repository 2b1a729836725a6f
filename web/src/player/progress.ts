// How far a reader is with a step.
import { allBlocks } from '../lab/blocks';
import type { Step } from '../lab/types';
import type { Session } from '../session/session.svelte';

/** The tasks of a step: its predictions and questions. */
export const tasksOf = (step: Step): { kind: 'predict' | 'question'; id: string }[] =>
  allBlocks(step.blocks).flatMap((block) =>
    block.kind === 'predict' || block.kind === 'question' ? { kind: block.kind, id: block.id } : [],
  );

/** Whether a step is done: all its tasks, or reading it if it has no task. */
export function isDone(session: Session, step: Step, seen: boolean): boolean {
  const tasks = tasksOf(step);
  if (tasks.length === 0) return seen;
  return tasks.every(({ kind, id }) => (kind === 'predict' ? session.revealed(id) : session.solved(id)));
}
