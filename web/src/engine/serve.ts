import { isFatal, messageOf } from './failure';
import type { EngineApi, WorkerApi, Reply, Request } from './protocol';

/** A long call in chunks: it yields its finished share, from 0 to 1, and returns the value. */
export type ChunkedTask<T> = Generator<number, T, void>;

type Answer<T> = T | ChunkedTask<T>;

/** The methods of a worker: each returns its value, a chunked task, or a promise of either. */
export type Handlers<E extends WorkerApi<E> = EngineApi> = {
  [M in keyof E]: (...args: Parameters<E[M]>) => Answer<ReturnType<E[M]>> | Promise<Answer<ReturnType<E[M]>>>;
};

/**
 * Interval between two message checks, in milliseconds: short enough for prompt cancellation, long enough to be cheap.
 */
const interval = 12;

/** Yields to waiting messages. Timers are delayed by at least 4 ms; message ports are not. */
const yieldToMessages = (() => {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  return (): Promise<void> =>
    new Promise((resolve) => {
      waiting.push(resolve);
      port2.postMessage(undefined);
    });
})();

const isChunked = (value: unknown): value is ChunkedTask<unknown> =>
  typeof value === 'object' && value !== null && 'next' in value && 'return' in value;

/** Returns the buffers of a value's columns, which are transferred to the page instead of copied. */
function buffers(value: unknown): ArrayBuffer[] {
  const columns = ArrayBuffer.isView(value) ? [value] : Object.values((value ?? {}) as object);
  return columns.filter((column) => ArrayBuffer.isView(column)).map((column) => column.buffer as ArrayBuffer);
}

/** The channel to the page: a worker's global scope, or a port if there is no worker. */
type Channel = Pick<MessagePort, 'postMessage' | 'addEventListener'>;

let report: ((share: number) => void) | undefined;

/**
 * Reports the finished share of a call that cannot run in chunks. A method must call this function before its first
 * `await`: later code may run during another call.
 */
export const reportShare = (share: number): void => report?.(share);

/** Handles requests from a channel as soon as `load` has resolved. `panic` returns the message of the last panic. */
export function serve<E extends WorkerApi<E> = EngineApi>(
  load: Promise<Handlers<E>>,
  panic: () => string | undefined,
  channel: Channel = globalThis as unknown as Channel,
): void {
  load.catch(() => undefined); // every caller below gets the error
  const cancelled = new Set<number>();
  const running = new Set<number>();
  // The call that precedes all others has a negative number.
  let begun: Promise<unknown> = Promise.resolve();
  // The page replaces a broken engine, so its results do not count.
  let broken = false;
  const reply = (message: Reply, transfer: ArrayBuffer[] = []): void => {
    if (!broken) channel.postMessage(message, { transfer });
  };

  channel.addEventListener('message', async ({ data }: MessageEvent<Request<E>>) => {
    if ('cancel' in data) {
      if (running.has(data.cancel)) cancelled.add(data.cancel);
      else reply({ id: data.cancel, cancelled: true });
      return;
    }
    const { id, method, args } = data;
    running.add(id);
    try {
      const engine = await load;
      const call = engine[method] as (...args: unknown[]) => unknown;
      let value: unknown;
      if (id < 0) value = await (begun = (async () => call.apply(engine, args))());
      else {
        await begun; // all others depend on it
        report = (progress) => reply({ id, progress });
        const answer = call.apply(engine, args);
        report = undefined;
        value = await answer;
      }
      if (isChunked(value)) {
        const steps = value;
        for (let step = steps.next(), start = performance.now(); ; step = steps.next()) {
          if (step.done) {
            value = step.value;
            break;
          }
          if (performance.now() - start < interval) continue;
          reply({ id, progress: step.value });
          await yieldToMessages();
          if (broken) return;
          if (cancelled.has(id)) {
            steps.return(undefined);
            reply({ id, cancelled: true });
            return;
          }
          start = performance.now();
        }
      }
      reply({ id, value }, buffers(value));
    } catch (error) {
      const fatal = isFatal(error);
      reply({ id, error: messageOf(error, panic()), fatal });
      broken ||= fatal;
    } finally {
      running.delete(id);
      cancelled.delete(id);
    }
  });
}
