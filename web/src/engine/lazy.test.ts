import { describe, expect, test, vi } from 'vitest';
import { Lazy } from './lazy';

const resource = () => ({ close: vi.fn() });

describe('lazy resource', () => {
  test('opens once, and again after it was closed', async () => {
    const open = vi.fn(() => Promise.resolve(resource()));
    const lazy = new Lazy(open);
    const first = await lazy.get();
    expect(await lazy.get()).toBe(first);
    lazy.close();
    await vi.waitFor(() => expect(first.close).toHaveBeenCalledTimes(1));
    expect(await lazy.get()).not.toBe(first);
    expect(open).toHaveBeenCalledTimes(2);
  });

  test('opens again after a failure', async () => {
    const open = vi.fn<() => Promise<ReturnType<typeof resource>>>();
    open.mockRejectedValueOnce(new Error('offline')).mockResolvedValueOnce(resource());
    const lazy = new Lazy(open);
    await expect(lazy.get()).rejects.toThrow('offline');
    await expect(lazy.get()).resolves.toBeDefined();
  });

  test('keeps the newer resource when an older one fails late', async () => {
    let fail = (): void => undefined;
    const newer = resource();
    const open = vi.fn<() => Promise<ReturnType<typeof resource>>>();
    open.mockImplementationOnce(() => new Promise((_, reject) => (fail = () => reject(new Error('offline')))));
    open.mockResolvedValueOnce(newer);
    const lazy = new Lazy(open);
    const older = lazy.get();
    lazy.close();
    expect(await lazy.get()).toBe(newer);
    fail();
    await expect(older).rejects.toThrow('offline');
    expect(await lazy.get()).toBe(newer);
    lazy.close();
    await vi.waitFor(() => expect(newer.close).toHaveBeenCalledTimes(1));
  });
});
