// How far a reader is with a step.
import { allBlocks } from '../lab/blocks';
import type { Step } from '../lab/types';
import type { Session } from '../session/session.svelte';

/** What a reader is to do in a step: its predictions and questions. */
export const tasksOf = (step: Step): { kind: 'predict' | 'question'; id: string }[] =>
  allBlocks(step.blocks).flatMap((block) =>
    block.kind === 'predict' || block.kind === 'question' ? { kind: block.kind, id: block.id } : [],
  );

/** Whether all of a step is done: what it asks for, or reading it where it asks for nothing. */
export function isDone(session: Session, step: Step, seen: boolean): boolean {
  const tasks = tasksOf(step);
  if (tasks.length === 0) return seen;
  return tasks.every(({ kind, id }) => (kind === 'predict' ? session.revealed(id) : session.solved(id)));
}
