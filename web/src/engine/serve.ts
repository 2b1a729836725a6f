import { isFatal, messageOf } from './failure';
import type { EngineApi, WorkerApi, Reply, Request } from './protocol';

/** A long call as a sequence of slices: it yields how far it is, from 0 to 1, and returns the answer. */
export type ChunkedTask<T> = Generator<number, T, void>;

type Answer<T> = T | ChunkedTask<T>;

/** What a worker offers, as the worker sees it: a call answers at once, in slices, or once what it needs is there. */
export type Handlers<E extends WorkerApi<E> = EngineApi> = {
  [M in keyof E]: (...args: Parameters<E[M]>) => Answer<ReturnType<E[M]>> | Promise<Answer<ReturnType<E[M]>>>;
};

/** Slices between two looks at the messages, in milliseconds: short enough to cancel, long enough to be cheap. */
const slice = 12;

/** Lets waiting messages in. A timer would be held back to 4 ms each time; a message port is not. */
const breathe = (() => {
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

/** The buffers of an answer's columns, which move to the page instead of being copied. */
function buffers(value: unknown): ArrayBuffer[] {
  const columns = ArrayBuffer.isView(value) ? [value] : Object.values((value ?? {}) as object);
  return columns.filter((column) => ArrayBuffer.isView(column)).map((column) => column.buffer as ArrayBuffer);
}

/** Where requests come from and answers go: a worker's own scope, or a port where there is no worker. */
type Line = Pick<MessagePort, 'postMessage' | 'addEventListener'>;

/** Answers requests on a line, once `load` has brought the engine. `panic` tells what a trap was about. */
export function serve<E extends WorkerApi<E> = EngineApi>(
  load: Promise<Handlers<E>>,
  panic: () => string | undefined,
  line: Line = globalThis as unknown as Line,
): void {
  load.catch(() => undefined); // told to every caller below
  const cancelled = new Set<number>();
  const running = new Set<number>();
  // The call that comes before all others, whose number is below 0.
  let begun: Promise<unknown> = Promise.resolve();
  // Nothing that a broken engine says is an answer: the page asks another one.
  let broken = false;
  const reply = (message: Reply, transfer: ArrayBuffer[] = []): void => {
    if (!broken) line.postMessage(message, { transfer });
  };

  line.addEventListener('message', async ({ data }: MessageEvent<Request<E>>) => {
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
        await begun; // without it none of the others can be answered
        value = await call.apply(engine, args);
      }
      if (isChunked(value)) {
        const steps = value;
        for (let step = steps.next(), start = performance.now(); ; step = steps.next()) {
          if (step.done) {
            value = step.value;
            break;
          }
          if (performance.now() - start < slice) continue;
          reply({ id, progress: step.value });
          await breathe();
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
