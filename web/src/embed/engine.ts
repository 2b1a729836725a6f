// The engine in somebody else's page: in a worker where the page's policy allows one, else on the page's own thread.
import type { Port } from '../engine/client';
import type { Reply } from '../engine/protocol';
import { start } from '../engine/spawn';
import workerUrl from '../engine/worker?worker&url';

const startWorker = start(workerUrl);

let running: Promise<boolean> | undefined;

/** Whether the page's policy lets workers run: one is told to let go of a call that there is not, and says it did. */
export const workersRun = (): Promise<boolean> =>
  (running ??= new Promise((resolve) => {
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
 * A worker, or what stands in for one where a policy forbids it. Until a worker has answered once, what it was asked
 * is kept, to be asked again where it can be answered.
 */
export class EnginePort implements Port {
  onmessage: Handler<MessageEvent> = null;
  onmessageerror: Handler<MessageEvent> = null;
  onerror: ((this: AbstractWorker, event: ErrorEvent) => unknown) | null = null;

  #kept: unknown[] | undefined = [];
  #send: (message: unknown) => void = () => undefined;
  #end: () => void = () => undefined;
  #ended = false;
  readonly #opened: (problem: string | undefined) => void;

  /** `opened` is told whether the lab could be opened, and why not. */
  constructor(opened: (problem: string | undefined) => void) {
    this.#opened = opened;
    try {
      this.#useWorker(startWorker());
    } catch {
      void this.#usePage();
    }
  }

  postMessage(message: unknown): void {
    this.#kept?.push(message);
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
      this.#kept = undefined;
      this.#receive(event);
    };
    worker.onmessageerror = (event) => this.onmessageerror?.call(worker, event);
    worker.onerror = (event) => {
      if (!this.#kept) {
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
      for (const message of this.#kept ?? []) this.#send(message);
      this.#kept = undefined;
    } catch (error) {
      const message = `the engine could not be loaded: ${error instanceof Error ? error.message : String(error)}`;
      this.#opened(message);
      if (!this.#ended) this.onerror?.call(this as unknown as Worker, new ErrorEvent('error', { message }));
    }
  }

  #receive(event: MessageEvent<Reply>): void {
    if (this.#ended) return;
    const reply = event.data;
    // The first call of all opens the lab; its answer is nobody else's.
    if (reply.id < 0 && !('progress' in reply)) this.#opened('error' in reply ? reply.error : undefined);
    this.onmessage?.call(this as unknown as Worker, event);
  }
}
