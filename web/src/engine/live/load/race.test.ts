import { expect, test } from 'vitest';
import { Race, type Run } from './race';

/** A run of slices that take the same simulated time. */
class Fake implements Run {
  seconds = 0;
  freed = 0;
  steps = 0;
  readonly #pace: number;
  readonly #slices: number;
  readonly #fault: Error | undefined;

  constructor(pace: number, slices: number, fault?: Error) {
    this.#pace = pace;
    this.#slices = slices;
    this.#fault = fault;
  }

  get progress(): number {
    return this.steps / this.#slices;
  }

  get timeline(): Float64Array {
    return Float64Array.of(this.seconds, this.steps);
  }

  step(): boolean {
    if (this.freed > 0) throw new Error('it was freed');
    if (this.#fault && this.steps === 2) throw this.#fault;
    this.seconds += this.#pace;
    return ++this.steps >= this.#slices;
  }

  outputs(names: string[]): Float64Array {
    if (this.freed > 0) throw new Error('it was freed');
    return Float64Array.from(names, () => this.seconds);
  }

  free(): void {
    this.freed++;
  }
}

function race(...runs: Run[]): Race {
  const made = new Race(['seconds', 'again']);
  for (const run of runs) made.add(() => run);
  return made;
}

test('race advances the run that is behind', () => {
  const [slow, fast] = [new Fake(1, 100), new Fake(4, 100)];
  const both = race(slow, fast);
  for (let at = 0; at < 50; at++) {
    expect(both.step()).toBe(true);
    expect(Math.abs(slow.seconds - fast.seconds)).toBeLessThanOrEqual(4);
  }
  expect(slow.steps + fast.steps).toBe(50);
  expect(both.done).toBeCloseTo((slow.progress + fast.progress) / 2);
});

test('finished runs keep their outputs and are freed once, and the others continue', () => {
  const [short, long] = [new Fake(1, 3), new Fake(1, 30)];
  const both = race(short, long);
  while (both.step());
  expect([short.freed, long.freed]).toEqual([1, 1]);
  expect(both.snapshot).toEqual({
    values: Float64Array.of(3, 3, 30, 30),
    seconds: Float64Array.of(3, 30),
    progress: Float64Array.of(1, 1),
    ended: Uint8Array.of(1, 1),
    timelines: [Float64Array.of(3, 3), Float64Array.of(30, 30)],
    problems: ['', ''],
  });
  expect(both.done).toBe(1);
  both.close();
  expect([short.freed, long.freed]).toEqual([1, 1]);
});

test('refused or failed runs do not stop the others', () => {
  const [failing, fine] = [new Fake(1, 9, new Error('the device is full')), new Fake(1, 9)];
  const all = race(failing, fine);
  all.add(() => {
    throw new Error('there is no room for the log');
  });
  while (all.step());
  const { values, ended, problems } = all.snapshot;
  expect(problems).toEqual(['the device is full', '', 'there is no room for the log']);
  expect([...ended]).toEqual([0, 1, 0]);
  expect([...values]).toEqual([NaN, NaN, 9, 9, NaN, NaN]);
  expect(failing.freed).toBe(1);
});

test('traps end the whole race', () => {
  const all = race(new Fake(1, 9, new WebAssembly.RuntimeError('unreachable')), new Fake(1, 9));
  expect(() => {
    while (all.step());
  }).toThrow('unreachable');
});
