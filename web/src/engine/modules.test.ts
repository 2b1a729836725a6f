import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { notArrived } from './failure';
import { start, type Bindings } from './modules';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const silence = <T>(): Promise<T> => new Promise<T>(() => undefined);

describe('start', () => {
  test.each([
    ['script', silence<Bindings>],
    ['module', () => Promise.resolve({ default: silence<unknown> })],
  ])('fails when the network never answers for the %s', async (_, script) => {
    const failed = vi.fn();
    start(script, 'model.wasm').catch(failed);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1000);
    expect(failed).toHaveBeenCalledWith(new Error(notArrived));
  });

  test('resolves to the bindings once the module has started', async () => {
    const bindings = { default: vi.fn(() => Promise.resolve()) };
    await expect(start(() => Promise.resolve(bindings), 'model.wasm')).resolves.toBe(bindings);
    expect(bindings.default).toHaveBeenCalledOnce();
  });
});
