import { expect, test } from 'vitest';
import { taskStates } from '../../../engine/live/locks/protocol';
import { describe, summarize, systems, tasksAt, taskTable, type TaskState } from './tasks';

const trace = (...tasks: [TaskState, boolean, number][]) => ({
  times: Float64Array.of(0),
  states: Uint8Array.from(tasks, ([state]) => taskStates.indexOf(state)),
  updates: Uint8Array.from(tasks, ([, isUpdate]) => Number(isUpdate)),
  pages: Uint32Array.from(tasks, ([, , page]) => page),
});

const two = trace(['holding', true, 3], ['waiting', false, 3], ['holding', false, 5]);

test('waiting task waits for the holders of its lock', () => {
  expect(tasksAt(two, 0, systems.v5)[1]?.waitsFor).toEqual([1]);
  expect(tasksAt(two, 0, systems.v4)[1]?.waitsFor).toEqual([1, 3]);
});

test('sentence names the first waiting task, its page, and the holder', () => {
  expect(describe(tasksAt(two, 0, systems.v5), systems.v5)).toBe(
    'Task 2 (lookup) waits for page 4, which task 1 holds.',
  );
  const shared = trace(['holding', false, 3], ['waiting', true, 3], ['holding', false, 3]);
  expect(describe(tasksAt(shared, 0, systems.v5), systems.v5)).toBe(
    'Task 2 (update) waits for page 4, which tasks 1 and 3 hold.',
  );
  const three = trace(['holding', true, 3], ['waiting', true, 1], ['waiting', false, 2]);
  expect(describe(tasksAt(three, 0, systems.v4), systems.v4)).toBe(
    'Task 2 (update) waits for the directory, which task 1 holds. 1 more task waits.',
  );
  expect(describe(tasksAt(trace(['outside', true, 0]), 0, systems.v5), systems.v5)).toBe('No task waits for a lock.');
});

test('table has a row for each task', () => {
  const { rows } = taskTable(tasksAt(two, 0, systems.v5));
  expect(rows.map(([number, operation, , page]) => [number, operation, page])).toEqual([
    [1, 'update', 4],
    [2, 'lookup', 4],
    [3, 'lookup', 6],
  ]);
});

test('share of waiting time follows from Little’s law', () => {
  const run = { ...two, pageCount: 6, throughput: 50_000, busy: 4, lockWaitUs: 40 };
  expect(summarize('v5', 4, run)).toMatch(/locks 50\.0/);
});
