import type { directoryLocks, formats } from '../../generated/zfs';

export { directoryLocks, taskStates } from '../../generated/zfs';

/** A directory in one format, and its locks. */
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

/** The tasks of a directory over time: columns with a value for each task at the first moment, then at the next. */
export interface TaskTrace {
  /** Simulated time of each moment, in microseconds. */
  times: Float64Array;
  /** Indexes into `taskStates`. */
  states: Uint8Array;
  /** 1 for a task whose operation is an update, otherwise 0. */
  updates: Uint8Array;
  /** The page that contains each task's name. */
  pages: Uint32Array;
}

export interface TaskRun extends TaskTrace {
  /** Number of pages with names. */
  pageCount: number;
  /** Operations per second. */
  throughput: number;
  /** Mean number of busy processors. */
  busy: number;
  /** Mean lock wait per operation, in microseconds. */
  lockWaitUs: number;
}

type Parameters = Readonly<Record<string, number>>;

/** Methods for the page. Each call carries all of its input; `parameters` are those of a lab. */
export interface LocksApi {
  run(parameters: Parameters, directory: LockedDirectory, load: TaskLoad, moments: number): TaskRun;
  /** Computes the throughput of each directory with each number of tasks. */
  sweep(
    parameters: Parameters,
    directories: readonly LockedDirectory[],
    load: Omit<TaskLoad, 'tasks'>,
    tasks: readonly number[],
  ): Float64Array;
}
