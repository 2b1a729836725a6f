import type { Lab } from '../lab/types';
import type { Call, Engine, Method, Reply, Request } from './protocol';

export interface CallOptions {
  signal?: AbortSignal;
  /** Told now and then how far the call is, from 0 to 1. */
  progress?: (done: number) => void;
}

interface Pending extends CallOptions {
  call: Call;
  resolve: (value: never) => void;
  reject: (reason: unknown) => void;
}

/** A worker as far as the client needs one, so that tests can stand in for it. */
export type Port = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror' | 'onmessageerror'>;

/**
 * A connection to the engine's worker. Every failure reaches the caller as a rejection; a worker that is
 * lost is replaced at the next call, and the new one is given the open lab first.
 */
export class Client {
  /** How long a worker may take to let go of a cancelled call before it is ended. */
  static patience = 1500;

  #worker: Port | undefined;
  #lab: Lab | undefined;
  #pending = new Map<number, Pending>();
  #next = 0;
  readonly #spawn: () => Port;

  constructor(spawn: () => Port) {
    this.#spawn = spawn;
  }

  open(lab: Lab): Promise<void> {
    this.#lab = lab;
    return this.#call('open', [lab]);
  }

  reproduce(table: string, options?: CallOptions): Promise<ReturnType<Engine['reproduce']>> {
    return this.#call('reproduce', [table], options);
  }

  evaluate(...[scenarios, outputs, options]: [...Parameters<Engine['evaluate']>, CallOptions?]): Promise<Float64Array> {
    return this.#call('evaluate', [scenarios, outputs], options);
  }

  explain(scenario: Parameters<Engine['explain']>[0], options?: CallOptions): Promise<ReturnType<Engine['explain']>> {
    return this.#call('explain', [scenario], options);
  }

  #call<M extends Method>(
    method: M,
    args: Parameters<Engine[M]>,
    options: CallOptions = {},
  ): Promise<ReturnType<Engine[M]>> {
    const { signal } = options;
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        this.#cancel(id);
        reject(signal?.reason as Error);
      };
      const settled = <T>(settle: (value: T) => void) => {
        return (value: T): void => {
          signal?.removeEventListener('abort', abort);
          settle(value);
        };
      };
      const call = { id, method, args } as Call;
      try {
        const worker = this.#connect();
        this.#pending.set(id, { ...options, call, resolve: settled(resolve), reject: settled(reject) });
        signal?.addEventListener('abort', abort, { once: true });
        worker.postMessage(call satisfies Request);
      } catch (error) {
        this.#pending.delete(id);
        reject(error as Error);
      }
    });
  }

  #connect(): Port {
    if (this.#worker) return this.#worker;
    const worker = this.#spawn();
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      if (worker === this.#worker) this.#receive(data);
    };
    // A script that does not load, a policy that forbids it, an error outside any call: nobody will answer.
    worker.onerror = (event) => {
      event.preventDefault();
      if (worker === this.#worker) this.#lose(event.message || 'the engine could not be loaded');
    };
    worker.onmessageerror = () => {
      if (worker === this.#worker) this.#lose('the engine sent something unreadable');
    };
    this.#worker = worker;
    // A replacement knows nothing yet. Its answer to this is nobody's: a failure shows in the call that follows.
    if (this.#lab && this.#next > 1) worker.postMessage({ id: -1, method: 'open', args: [this.#lab] } satisfies Call);
    return worker;
  }

  #receive(reply: Reply): void {
    const pending = this.#pending.get(reply.id);
    if ('progress' in reply) {
      pending?.progress?.(reply.progress);
      return;
    }
    this.#pending.delete(reply.id);
    if ('error' in reply) {
      pending?.reject(new Error(reply.error));
      if (reply.fatal) this.#replace();
    } else if ('value' in reply) pending?.resolve(reply.value as never);
  }

  /** Asks the worker to let go of a call; one that does not answer is ended. */
  #cancel(id: number): void {
    const worker = this.#worker;
    const pending = this.#pending.get(id);
    if (!worker || !pending) return;
    delete pending.progress;
    worker.postMessage({ cancel: id } satisfies Request);
    setTimeout(() => {
      if (worker === this.#worker && this.#pending.delete(id)) this.#replace();
    }, Client.patience);
  }

  /** Ends the worker and asks a new one what is still open: calls have no side effects, so asking twice is safe. */
  #replace(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    const open = [...this.#pending.values()].filter(({ signal }) => !signal?.aborted);
    if (open.length === 0) return;
    try {
      const worker = this.#connect();
      for (const { call } of open) worker.postMessage(call satisfies Request);
    } catch (error) {
      this.#lose(error instanceof Error ? error.message : String(error));
    }
  }

  #lose(reason: string): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    const lost = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of lost) reject(new Error(reason));
  }
}
