// The interactive server equals the model: its statistics in WebAssembly are those of the native simulation.
import { statisticsColumns, threadProgressColumns } from '../web/src/engine/generated/file-pool';
import { parameterValues } from '../web/src/engine/parameters';
import { named } from '../web/src/engine/tables';
import { beforeAll, expect, test } from 'vitest';
import { buildCommand, labOf, refusal, ServerView, start } from './modules';

let native: ReturnType<typeof buildCommand>;
let parameters: Record<string, number>;
beforeAll(async () => {
  native = buildCommand();
  start();
  parameters = parameterValues(await labOf('sfs-file-pool'));
}, 600_000);

const watch = (settings: Record<string, number>): ServerView => new ServerView(parameters, settings);

/** Returns whether the clock is at an event, rather than between two stages of a request's stay at the server. */
function atEvent(view: ServerView): boolean {
  const { elapsed, cpu, stall } = named(threadProgressColumns, view.threadProgress);
  return view.user === undefined || [cpu, cpu + stall].every((end) => Math.abs(elapsed - end) > 1e-9);
}

/** Advances to the first event at or after a time. */
function go(view: ServerView, seconds: number): void {
  view.advance(seconds - 0.001, 0xffffffff);
  do view.seek('event', 1);
  while (view.now < seconds || !atEvent(view));
}

const before = { cpu_ms: 4.36, page_stall_ms: 48, checkpoint_ms: 7.5 };
/** Half of a 95 % confidence interval divided by half the distance between two runs (Student's t). */
const student = 12.706204736432095;

test.each([
  ['as published', before],
  ['relieved', { cpu_ms: 3.3, page_stall_ms: 4.4, checkpoint_ms: 3.5, seed: 7 }],
  [
    'with agents and volumes',
    { ...before, agents: 20, volumes: 3, log_share: 30, log_paths: 1, cache_hits: 20, seed: 3 },
  ],
])('server %s does the same natively', (_, settings: Record<string, number>) => {
  const view = watch(settings);
  go(view, 300);
  view.restartStatistics();
  go(view, 2100);
  const { outputs } = JSON.parse(
    native(['run', 'sfs-file-pool', '-'], JSON.stringify({ engine: 'simulation', runs: 2, ...settings })),
  ) as { outputs: Record<string, number> };
  const statistics = named(statisticsColumns, view.statistics);
  const { rate, response, lock, blockIo, other, cpu, stall, uncounted, checkpoint } = statistics;
  const shown: Record<string, number | undefined> = {
    rate,
    response_s: response,
    lock_s: lock,
    block_io_s: blockIo,
    other_s: other,
    utilization: 100 * (cpu + stall + checkpoint),
    uncounted: 100 * uncounted,
  };
  for (const [name, value = NaN] of Object.entries(shown)) {
    // The view shows the first of the two runs, which is as far from the mean of both as the second run.
    const [mean = NaN, half = NaN] = [outputs[name], outputs[`${name}_half_width`]];
    expect(Math.abs(value - mean), name).toBeCloseTo(half / student, 8);
    expect(half, name).toBeGreaterThan(0);
  }
  view.free();
});

test('impossible settings are refused with a message', () => {
  expect(refusal(() => watch({ ...before, users: 0 }))).toContain('users');
  expect(refusal(() => watch({ ...before, nonsense: 1 }))).toContain('nonsense');
  expect(refusal(() => watch({}))).toContain('cpu_ms');
  expect(refusal(() => watch(before).seek('nothing', 1))).toContain('choose one of event, fault, checkpoint');
});
