// The pictures of journaling file systems: a run that is watched is the model's, and what cannot be is refused in words.
import { beforeAll, describe, expect, test } from 'vitest';
import { parameterValues } from '../web/src/engine/parameters';
import { answer, labOf, LoadDesk, openLab, PlugView, refusal, start, type LoadRun } from './modules';

let lab: Awaited<ReturnType<typeof labOf>>;
let desk: LoadDesk;
beforeAll(async () => {
  start();
  lab = await labOf('journaling');
  desk = deskWith({});
});

/** The lab's parameters, some of them changed. */
function deskWith(changed: Record<string, number>): LoadDesk {
  return new LoadDesk({ ...parameterValues(lab), ...changed });
}

type Scenario = Parameters<LoadDesk['begin']>[0];
const policies = ['ext2', 'writeback', 'ordered', 'journal', 'reiserfs', 'jfs', 'xfs'];
/** So little memory and log that clients wait for both. */
const tight = { clients: 4, cycles: 1, size_gib: 2, memory_mib: 128, disks: 2, log_mib: 8 };

describe('observed run', () => {
  const outputs = ['throughput', 'cpu_load', 'data', 'metadata', 'journal', 'journaled_data', 'home', 'seconds'];
  const all = [...outputs, 'overwrite_wait', 'transaction_wait', 'checkpoint_wait', 'throttle_wait', 'read_wait'];

  test.each(policies)('on %s ends with the numbers of the model, bit for bit', (policy) => {
    const scenario = { ...tight, policy };
    const run = desk.begin(scenario);
    let looks = 0;
    let before = 0;
    while (!run.step(3_001)) {
      expect(run.outputs(['seconds'])[0]).toBe(run.seconds);
      expect(run.seconds).toBeGreaterThanOrEqual(before);
      before = run.seconds;
      looks++;
    }
    expect(looks).toBeGreaterThan(1);
    expect(run.progress).toBe(1);
    expect(run.outputs(all)).toEqual(openLab(lab).evaluate(scenario, all));
    run.free();
  });

  test('has nothing to show before its first event', () => {
    const run = desk.begin({ ...tight, policy: 'journal' });
    expect(run.seconds).toBe(0);
    expect([...run.outputs(['throughput', 'cpu_load', 'seconds', 'waiting'])]).toEqual([0, 0, 0, 0]);
    run.free();
  });

  const but = (changed: object): object => ({ policy: 'ordered', ...tight, ...changed });
  test.each<[string, object, string | RegExp]>([
    ['no file system', {}, 'policy'],
    ['an unknown file system', but({ policy: 'ext9' }), /ext2, .*xfs/],
    ['no clients', but({ clients: 0 }), /clients .*whole number from 1 to 256/],
    ['half a client', but({ clients: 1.5 }), 'clients'],
    ['no number of clients', but({ clients: NaN }), 'clients'],
    ['a word of clients', but({ clients: 'many' }), 'clients'],
    ['endless memory', but({ memory_mib: Infinity }), 'memory_mib'],
    ['no disks', but({ disks: 0 }), 'disks'],
    ['a log larger than the disk', but({ size_gib: 1, log_mib: 1024 }), /make the device larger or the log smaller/],
    ['a log that is not a number', but({ log_mib: NaN }), 'log_mib'],
    ['time that runs backwards', but({ commit_s: -1 }), 'commit_s'],
    ['a setting of another model', but({ volumes: 1 }), 'volumes'],
    ['a power cut', but({ study: 'cut' }), 'study'],
    ['a list', but({ clients: [1] }), 'scenario'],
  ])('with %s is refused in words, and the next one is not', (_, scenario, words) => {
    expect(refusal(() => desk.begin(scenario as Scenario))).toMatch(words);
    desk.begin({ ...tight, policy: 'ordered' }).free();
  });

  test('of files larger than the disk ends with the reason', () => {
    const run = desk.begin({ policy: 'ext2', clients: 128, cycles: 4, size_gib: 1 });
    const words = refusal(() => {
      while (!run.step(100_000));
    });
    expect(words).toContain('do not fit on the device: make it larger');
    run.free();
  });

  test('has the outputs that the model has', () => {
    const run = desk.begin({ ...tight, policy: 'xfs' });
    expect(refusal(() => run.outputs(['throughput', 'speed']))).toContain('no output "speed"');
    run.free();
  });

  test('needs parameters that make sense', () => {
    expect(refusal(() => new LoadDesk({}))).toContain('parameter');
    for (const value of [NaN, -1, Infinity])
      expect(refusal(() => deskWith({ disk_mb_s: value }))).toContain('disk_mb_s');
    expect(refusal(() => deskWith({ wake_s: 0 }))).toContain('wake_s');
  });

  test('stands any number, and the next one runs', () => {
    for (const name of Object.keys(tight))
      for (const value of [NaN, -0, -1, 0, 1e-308, 0.5, 1e308, Infinity, -Infinity, 2 ** 32]) {
        const run = answer(() => desk.begin({ ...tight, policy: 'ordered', [name]: value }));
        if (run instanceof Error) expect(run.message).toMatch(/\S/u);
        else (run as LoadRun).free();
      }
    const run = desk.begin({ ...tight, policy: 'ordered' });
    expect(run.step(1_000)).toBe(false);
    run.free();
  });
});

describe('crash experiment', () => {
  const pull = (policy = 'ordered', story = 'mixed', stream = 1): PlugView =>
    new PlugView(policy, story, stream, false, false, false);

  test('knows its file systems, stories and streams', () => {
    for (const word of ['', 'ext9', 'EXT2', '__proto__'])
      expect(refusal(() => pull(word))).toBe(`"${word}" is no file system; there are ${policies.join(', ')}`);
    for (const word of ['', 'long', 'constructor'])
      expect(refusal(() => pull('ordered', word))).toContain('is no story; there are mixed, used-again, at-once');
    for (const stream of [NaN, -1, 0.5, 10_000, 2 ** 32, 1e308, Infinity, -Infinity])
      expect(refusal(() => pull('ordered', 'mixed', stream))).toContain('numbers 0 to 9999');
  });

  test('is pulled after a write that there is, and loses only what no flush has secured', () => {
    const plug = pull();
    const { length } = plug.times;
    const none = new Uint32Array();
    for (const after of [length, -1, 2 ** 31, 2 ** 32 - 1])
      expect(refusal(() => plug.cut(after, none))).toContain(`there are ${length} writes`);
    const last = length - 1;
    for (const lost of [0, last + 1, 2 ** 32 - 1])
      expect(refusal(() => plug.cut(last, Uint32Array.of(lost)))).toMatch(/cannot be lost: choose from \d+ to \d+/u);
    // It still answers, also to a position that is not a number: that is the first write.
    for (const after of [last, NaN, 0.9]) plug.cut(after, none).free();
    plug.free();
  });

  test('has no worst cut before a search', () => {
    const plug = pull('ext2', 'at-once');
    expect([...plug.worst()]).toEqual([]);
    expect(plug.searched).toBe(0);
    plug.free();
  });
});
