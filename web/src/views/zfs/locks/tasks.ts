// The tasks of a shared directory at one moment, and their description.
import type { Words } from '../../../language';
import { count, listed, share } from '../../../charts/format';
import { taskStates, type LockedDirectory, type TaskRun, type TaskTrace } from '../../../engine/live/locks/protocol';

export type TaskState = (typeof taskStates)[number];

/** One task at one moment. */
export interface Task {
  /** The number of the task, from 1. */
  number: number;
  state: TaskState;
  isUpdate: boolean;
  /** Index of the page that contains the task's name. */
  page: number;
  /** Numbers of the tasks for which the task waits. */
  waitsFor: readonly number[];
}

/** The available directories. */
export const systems = {
  v4: { title: 'v4, one lock', format: 'v4', locks: 'directory' },
  v5: { title: 'v5, a lock per page', format: 'v5', locks: 'pages' },
  'v5-one': { title: 'v5, one lock', format: 'v5', locks: 'directory' },
} as const satisfies Record<string, LockedDirectory & { title: string }>;

export type SystemId = keyof typeof systems;

/** Titles of the states in lane order; a task that holds a lock is drawn in its page. */
export const stateTitles: Readonly<Record<TaskState, string>> = {
  waiting: 'waits for a lock',
  outside: 'computes' satisfies Words,
  logging: 'waits for the log',
  holding: 'holds a lock',
};

/** Returns the tasks at a moment. */
export function tasksAt(
  { times, states, updates, pages }: TaskTrace,
  moment: number,
  { locks }: LockedDirectory,
): Task[] {
  const size = states.length / times.length;
  const all = Array.from({ length: size }, (_, task): Task => {
    const at = moment * size + task;
    const state = taskStates[states[at] ?? 0] ?? 'outside';
    return { number: task + 1, state, isUpdate: updates[at] === 1, page: pages[at] ?? 0, waitsFor: [] };
  });
  const holders = all.filter(({ state }) => state === 'holding');
  return all.map((task) =>
    task.state === 'waiting'
      ? {
          ...task,
          waitsFor: holders
            .filter(({ page }) => locks === 'directory' || page === task.page)
            .map(({ number }) => number),
        }
      : task,
  );
}

const namesOf = (numbers: readonly number[]): string =>
  numbers.length === 1 ? `task ${numbers[0] ?? ''}` : `tasks ${listed(numbers.map(String))}`;

const operation = ({ isUpdate }: Task): string => (isUpdate ? 'update' : 'lookup');

/** Describes in a sentence which task waits for which others. */
export function describe(tasks: readonly Task[], { locks }: LockedDirectory): string {
  const waiting = tasks.filter(({ state }) => state === 'waiting');
  const [first] = waiting;
  if (!first) return 'No task waits for a lock.';
  const place = locks === 'pages' ? `page ${count(first.page + 1)}` : 'the directory';
  const holders =
    first.waitsFor.length > 0
      ? `, which ${namesOf(first.waitsFor)} ${first.waitsFor.length > 1 ? 'hold' : 'holds'}`
      : '';
  const others = waiting.length - 1;
  const more = others === 0 ? '' : ` ${count(others)} more ${others === 1 ? 'task waits' : 'tasks wait'}.`;
  return `Task ${first.number} (${operation(first)}) waits for ${place}${holders}.${more}`;
}

/** Summarizes the throughput of a directory's tasks in a sentence. */
export function summarize(title: string, tasks: number, { throughput, lockWaitUs }: TaskRun): string {
  const waits = (lockWaitUs * throughput) / 1e6 / tasks;
  return `${title}: ${count(tasks)} ${tasks === 1 ? 'task performs' : 'tasks perform'} ${count(Number(throughput.toPrecision(3)))} operations per second and ${tasks === 1 ? 'waits' : 'wait'} for locks ${share(waits)} of the time.`;
}

/** Returns the tasks at one moment as a table. */
export const taskTable = (tasks: readonly Task[]): { columns: string[]; rows: (string | number)[][] } => ({
  columns: ['Task', 'Operation', 'State', 'Page', 'Waits for task'],
  rows: tasks.map((task) => [
    task.number,
    operation(task),
    stateTitles[task.state],
    task.page + 1,
    task.waitsFor.join(', ') || '–',
  ]),
});
