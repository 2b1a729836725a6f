// The engine in a third-party page: in a worker if the page's policy allows one, otherwise on the page's own thread.
import { errorText } from '../engine/error-text';
import type { Port } from '../engine/client';
import type { Reply } from '../engine/protocol';
import { start } from '../engine/spawn';
import workerUrl from '../engine/worker?worker&url';

const startWorker = start(workerUrl);

let workersAllowed: Promise<boolean> | undefined;

/**
 * Returns whether the page's policy allows workers. The check starts a worker and sends it the cancellation of a call
 * that does not exist.
 */
export const canRunWorkers = (): Promise<boolean> =>
  (workersAllowed ??= new Promise((resolve) => {
    try {
      const worker = startWorker();
      const settle = (answer: boolean) => (event: Event) => {
        event.preventDefault();
        worker.terminate();
        resolve(answer);
      };
      worker.onmessage = settle(true);
      worker.onerror = settle(false);
      worker.postMessage({ cancel: 0 });
    } catch {
      resolve(false);
    }
  }));

type Handler<E extends Event> = ((this: Worker, event: E) => unknown) | null;

/**
 * A worker, or its substitute where a policy forbids workers. Requests are kept until the worker has answered once, so
 * that the substitute can answer them if the worker never starts.
 */
export class EnginePort implements Port {
  onmessage: Handler<MessageEvent> = null;
  onmessageerror: Handler<MessageEvent> = null;
  onerror: ((this: AbstractWorker, event: ErrorEvent) => unknown) | null = null;

  #pending: unknown[] | undefined = [];
  #send: (message: unknown) => void = () => undefined;
  #end: () => void = () => undefined;
  #ended = false;
  readonly #onopen: (problem: string | undefined) => void;

  /** Calls `onopen` when the lab is open, with the problem if it could not be opened. */
  constructor(onopen: (problem: string | undefined) => void) {
    this.#onopen = onopen;
    try {
      this.#useWorker(startWorker());
    } catch {
      void this.#usePage();
    }
  }

  postMessage(message: unknown): void {
    this.#pending?.push(message);
    this.#send(message);
  }

  terminate(): void {
    this.#ended = true;
    this.#end();
  }

  #useWorker(worker: Worker): void {
    this.#end = () => worker.terminate();
    this.#send = (message) => worker.postMessage(message);
    worker.onmessage = (event: MessageEvent<Reply>) => {
      this.#pending = undefined;
      this.#receive(event);
    };
    worker.onmessageerror = (event) => this.onmessageerror?.call(worker, event);
    worker.onerror = (event) => {
      if (!this.#pending) {
        this.onerror?.call(worker, event);
        return;
      }
      event.preventDefault();
      worker.terminate();
      void this.#usePage();
    };
  }

  async #usePage(): Promise<void> {
    this.#end = this.#send = () => undefined;
    try {
      const { answer } = await import('./page-engine');
      if (this.#ended) return;
      const { port1, port2 } = new MessageChannel();
      const close = answer(port2);
      port1.onmessage = (event: MessageEvent<Reply>) => this.#receive(event);
      this.#end = () => {
        port1.close();
        close();
      };
      this.#send = (message) => port1.postMessage(message);
      for (const message of this.#pending ?? []) this.#send(message);
      this.#pending = undefined;
    } catch (error) {
      const message = `the engine could not be loaded: ${errorText(error)}`;
      this.#onopen(message);
      if (!this.#ended) this.onerror?.call(this as unknown as Worker, new ErrorEvent('error', { message }));
    }
  }

  #receive(event: MessageEvent<Reply>): void {
    if (this.#ended) return;
    const reply = event.data;
    // The first call opens the lab; no other caller waits for its answer.
    if (reply.id < 0 && !('progress' in reply)) this.#onopen('error' in reply ? reply.error : undefined);
    this.onmessage?.call(this as unknown as Worker, event);
  }
}
