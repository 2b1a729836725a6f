// The models of journaling file systems: an observed run equals the model, and invalid input is refused with a message.
import { beforeAll, describe, expect, test } from 'vitest';
import { parameterValues } from '../web/src/engine/parameters';
import { answer, CrashExperimentView, labOf, LoadRunFactory, openLab, refusal, start, type LoadRun } from './modules';

let lab: Awaited<ReturnType<typeof labOf>>;
let factory: LoadRunFactory;
beforeAll(async () => {
  start();
  lab = await labOf('journaling');
  factory = factoryWith({});
});

/** Returns a factory for runs with the lab's parameters, some of them changed. */
function factoryWith(changed: Record<string, number>): LoadRunFactory {
  return new LoadRunFactory({ ...parameterValues(lab), ...changed });
}

type Scenario = Parameters<LoadRunFactory['start']>[0];
const policies = ['ext2', 'writeback', 'ordered', 'journal', 'reiserfs', 'jfs', 'xfs'];
/** So little memory and log space that clients wait for both. */
const tight = { clients: 4, cycles: 1, size_gib: 2, memory_mib: 128, disks: 2, log_mib: 8 };

describe('observed run', () => {
  const outputs = ['throughput', 'cpu_load', 'data', 'metadata', 'journal', 'journaled_data', 'home', 'seconds'];
  const all = [...outputs, 'overwrite_wait', 'transaction_wait', 'checkpoint_wait', 'throttle_wait', 'read_wait'];

  test.each(policies)('on %s ends with the model’s numbers, bit for bit', (policy) => {
    const scenario = { ...tight, policy };
    const run = factory.start(scenario);
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
    const run = factory.start({ ...tight, policy: 'journal' });
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
  ])('with %s is refused with a message, and the next one is not', (_, scenario, words) => {
    expect(refusal(() => factory.start(scenario as Scenario))).toMatch(words);
    factory.start({ ...tight, policy: 'ordered' }).free();
  });

  test('of files larger than the disk ends with the reason', () => {
    const run = factory.start({ policy: 'ext2', clients: 128, cycles: 4, size_gib: 1 });
    const words = refusal(() => {
      while (!run.step(100_000));
    });
    expect(words).toContain('do not fit on the device: make the device larger');
    run.free();
  });

  test('has the outputs that the model has', () => {
    const run = factory.start({ ...tight, policy: 'xfs' });
    expect(refusal(() => run.outputs(['throughput', 'speed']))).toContain('no output "speed"');
    run.free();
  });

  test('needs valid parameters', () => {
    expect(refusal(() => new LoadRunFactory({}))).toContain('parameter');
    for (const value of [NaN, -1, Infinity])
      expect(refusal(() => factoryWith({ disk_mb_s: value }))).toContain('disk_mb_s');
    expect(refusal(() => factoryWith({ wake_s: 0 }))).toContain('wake_s');
  });

  test('accepts any number, and the next one runs', () => {
    for (const name of Object.keys(tight))
      for (const value of [NaN, -0, -1, 0, 1e-308, 0.5, 1e308, Infinity, -Infinity, 2 ** 32]) {
        const run = answer(() => factory.start({ ...tight, policy: 'ordered', [name]: value }));
        if (run instanceof Error) expect(run.message).toMatch(/\S/u);
        else (run as LoadRun).free();
      }
    const run = factory.start({ ...tight, policy: 'ordered' });
    expect(run.step(1_000)).toBe(false);
    run.free();
  });
});

describe('crash experiment', () => {
  const run = (policy = 'ordered', script = 'mixed', stream = 1): CrashExperimentView =>
    new CrashExperimentView(policy, script, stream, [], parameterValues(lab));

  test('knows its file systems, scripts, and streams', () => {
    for (const word of ['', 'ext9', 'EXT2', '__proto__'])
      expect(refusal(() => run(word))).toBe(`unknown file system "${word}": choose one of ${policies.join(', ')}`);
    for (const word of ['', 'long', 'constructor'])
      expect(refusal(() => run('ordered', word))).toBe(
        `unknown script "${word}": choose one of mixed, used-again, at-once`,
      );
    for (const stream of [NaN, -1, 0.5, 10_000, 2 ** 32, 1e308, Infinity, -Infinity])
      expect(refusal(() => run('ordered', 'mixed', stream))).toContain('choose a number from 0 to 9999');
  });

  test('crashes only after existing writes and loses only unflushed ones', () => {
    const experiment = run();
    const { length } = experiment.times;
    const none = new Uint32Array();
    for (const after of [length, -1, 2 ** 31, 2 ** 32 - 1])
      expect(refusal(() => experiment.crash(after, none))).toContain(`choose one of the ${length} writes`);
    const last = length - 1;
    for (const lost of [0, last + 1, 2 ** 32 - 1])
      expect(refusal(() => experiment.crash(last, Uint32Array.of(lost)))).toMatch(
        /cannot be lost: choose a write from \d+ to \d+/u,
      );
    // The experiment still works afterward, even with NaN, which is treated as the first write.
    for (const after of [last, NaN, 0.9]) experiment.crash(after, none).free();
    experiment.free();
  });

  test('has no worst crash before a search', () => {
    const experiment = run('ext2', 'at-once');
    expect([...experiment.worst(0, new Uint32Array())]).toEqual([]);
    expect(experiment.searchProgress).toBe(0);
    experiment.free();
  });
});
