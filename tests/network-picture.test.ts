// The interactive network: no request is lost, slices make no difference, and its exact means are those of the command.
import { beforeAll, expect, test } from 'vitest';
import { buildCommand, labOf, NetworkView, refusal, start } from './modules';
import type { Lab } from './wasm';

const allEvents = 0xffffffff;

let native: ReturnType<typeof buildCommand>;
let lab: Lab;
beforeAll(async () => {
  native = buildCommand();
  start();
  lab = await labOf('queueing');
}, 600_000);

const scenario = (settings: Record<string, number>) => ({ ...lab.start, ...settings });

test('users are thinking or at a station at any time', () => {
  const view = new NetworkView(lab, scenario({ users: 40, disks: 2 }));
  expect(Array.from(view.servers)).toEqual([1, 2]);
  for (let step = 0; step <= 100; step++) {
    view.advance(step / 20, allEvents);
    const present = Array.from(view.present);
    expect(present.reduce((sum, number) => sum + number, view.thinking[0] ?? NaN)).toBe(40);
    expect(Array.from(view.busy)).toEqual(present.map((number, at) => Math.min(number, at + 1)));
  }
  view.free();
});

test('slices of a run make no difference', () => {
  const state = (slices: number, events: number) => {
    const view = new NetworkView(lab, scenario({ users: 30 }));
    for (let slice = 1; slice <= slices; slice++) while (!view.advance((20 * slice) / slices, events));
    const { now, present, thinking, meanBusy, meanPresent, completions, meanResponse } = view;
    view.free();
    return { now, present, thinking, meanBusy, meanPresent, completions, meanResponse };
  };
  expect(state(50, 7)).toEqual(state(1, allEvents));
});

test('exact means are those of the command and of long runs', () => {
  const settings = { users: 30, disks: 1 };
  const view = new NetworkView(lab, scenario(settings));
  const { outputs } = JSON.parse(native(['run', 'queueing', '-'], JSON.stringify(scenario(settings)))) as {
    outputs: Record<string, number>;
  };
  // Units are converted in a different order.
  expect((1000 * (view.exactResponse[0] ?? NaN)) / (outputs['response'] ?? NaN)).toBeCloseTo(1, 12);
  expect((view.exactThroughput[0] ?? NaN) / (outputs['throughput'] ?? NaN)).toBeCloseTo(1, 12);
  expect((100 * (view.exactBusy[1] ?? NaN)) / (outputs['disk_busy'] ?? NaN)).toBeCloseTo(1, 12);
  view.advance(20_000, allEvents);
  // Almost a million requests: the standard error is far below a percent.
  const response = 1000 * (view.meanResponse[0] ?? NaN);
  expect(Math.abs(response / (outputs['response'] ?? NaN) - 1)).toBeLessThan(0.02);
  expect(Math.abs((view.meanPresent[1] ?? NaN) / (view.exactPresent[1] ?? NaN) - 1)).toBeLessThan(0.02);
  view.free();
});

test('scenarios without a network are refused with a message', async () => {
  const raid = await labOf('raid5-small-writes');
  expect(refusal(() => new NetworkView(raid, raid.start ?? {}))).toContain('no network');
  expect(refusal(() => new NetworkView(lab, scenario({ users: 0 })))).toContain('users');
  expect(refusal(() => new NetworkView({ ...lab, declaration: undefined } as unknown as Lab, scenario({})))).toContain(
    'network',
  );
});
