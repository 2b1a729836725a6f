import type { directoryLocks, formats } from '../../generated/zfs';

export { directoryLocks, taskStates } from '../../generated/zfs';

/** A directory of one format, and its locks. */
export interface LockedDirectory {
  format: (typeof formats)[number];
  locks: (typeof directoryLocks)[number];
}

/** The tasks of a directory. */
export interface TaskLoad {
  names: number;
  tasks: number;
  /** Share of the operations that are updates, from 0 to 1. */
  updates: number;
}

/** The tasks of a directory, moment by moment: columns with a value for each task of the first moment, then of the next. */
export interface TaskTrace {
  /** Simulated time of each moment, in microseconds. */
  times: Float64Array;
  /** Indexes into `taskStates`. */
  states: Uint8Array;
  /** 1 for a task whose operation is an update. */
  updates: Uint8Array;
  /** Page of the task's name. */
  pages: Uint32Array;
}

export interface TaskRun extends TaskTrace {
  /** Pages with names. */
  pageCount: number;
  /** Operations per second. */
  throughput: number;
  /** Busy processors. */
  busy: number;
  /** Mean wait for a lock in one operation, in microseconds. */
  lockWaitUs: number;
}

type Parameters = Readonly<Record<string, number>>;

/** Calls of the page. Each has all of its input; `parameters` are those of a lab. */
export interface LocksApi {
  run(parameters: Parameters, directory: LockedDirectory, load: TaskLoad, moments: number): TaskRun;
  /** The throughput of each directory with each number of tasks. */
  sweep(
    parameters: Parameters,
    directories: readonly LockedDirectory[],
    load: Omit<TaskLoad, 'tasks'>,
    tasks: readonly number[],
  ): Float64Array;
}
