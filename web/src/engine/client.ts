import { errorText } from './error-text';
import type { Call, EngineApi, Reply, Request, WorkerApi } from './protocol';

export interface CallOptions {
  signal?: AbortSignal;
  /** Called repeatedly with the finished share of the call, from 0 to 1. */
  progress?: (done: number) => void;
}

interface Pending<E extends WorkerApi<E>> extends CallOptions {
  call: Call<E>;
  resolve: (value: never) => void;
  reject: (reason: unknown) => void;
}

/** The part of a worker that the client uses, so that tests can replace it. */
export type Port = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror' | 'onmessageerror'>;

/**
 * A connection to a worker. Every failure reaches the caller as a rejection; a lost worker is replaced at the next
 * call. Browsers may terminate workers without an event, so a busy worker must answer pings.
 */
export class Connection<E extends WorkerApi<E>> {
  /** Time that a worker has to stop a canceled call before it is terminated, in milliseconds. */
  static patience = 1500;
  /** Interval between pings of a busy worker, in milliseconds. */
  static pulse = 5000;
  /**
   * Maximum number of unanswered pings in a row, which take two minutes. Most work runs in chunks of milliseconds. The
   * longest exception is the recovery of an aggregate with 200,000 names, as many as fit into a file of 1 MB. That
   * recovery takes 9 s on a desktop computer, and ten times as long on a slow phone. Pings are counted, not seconds,
   * because a page that was suspended must not replace a healthy worker when both resume.
   */
  static maxSilence = 24;

  #worker: Port | undefined;
  /** Number of unanswered pings. */
  #silence = 0;
  /** Whether a worker has vanished and its successor has not answered a call yet. */
  #isSuccessor = false;
  #watch: ReturnType<typeof setInterval> | undefined;
  /** The call that every worker gets before all others. */
  #first: Call<E> | undefined;
  #pending = new Map<number, Pending<E>>();
  #next = 0;
  readonly #spawn: () => Port;
  readonly #lost: (() => void) | undefined;

  /** `lost` is for a worker with state between calls: it is called when that state is lost. */
  constructor(spawn: () => Port, lost?: () => void) {
    this.#spawn = spawn;
    this.#lost = lost;
  }

  /** Calls a method of the worker. No progress is reported after the call is canceled. */
  ask<M extends keyof E>(method: M, args: Parameters<E[M]>, options: CallOptions = {}): Promise<ReturnType<E[M]>> {
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
      const call: Call<E> = { id, method, args };
      try {
        const worker = this.#connect();
        this.#pending.set(id, { ...options, call, resolve: settled(resolve), reject: settled(reject) });
        signal?.addEventListener('abort', abort, { once: true });
        worker.postMessage(call satisfies Request<E>);
        this.#watch ??= setInterval(() => this.#feelPulse(), Connection.pulse);
      } catch (error) {
        this.#pending.delete(id);
        reject(error as Error);
      }
    });
  }

  /**
   * Sets the call that every worker gets before all others, for instance to open the lab. No worker is started for this
   * call, and its result is dropped: a failure appears in the call that follows.
   */
  begin<M extends keyof E>(method: M, args: Parameters<E[M]>): void {
    this.#first = { id: -1, method, args };
    this.#worker?.postMessage(this.#first satisfies Request<E>);
  }

  /** Terminates the worker; pending calls are rejected. */
  close(): void {
    this.#lose('the connection was closed');
  }

  #connect(): Port {
    if (this.#worker) return this.#worker;
    const worker = this.#spawn();
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      if (worker !== this.#worker) return;
      this.#silence = 0;
      this.#receive(data);
    };
    // If the script does not load, a policy forbids it, or an error occurs outside any call, no call will be answered.
    worker.onerror = (event) => {
      event.preventDefault();
      if (worker === this.#worker)
        this.#lose(event.message || 'the engine could not be loaded; reload the page to try again');
    };
    worker.onmessageerror = () => {
      if (worker === this.#worker) this.#lose('the engine sent an unreadable message; reload the page');
    };
    this.#worker = worker;
    this.#silence = 0;
    if (this.#first) worker.postMessage(this.#first satisfies Request<E>);
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
      // If the first call is fatal, it would be fatal in every worker.
      if (reply.fatal && reply.id === this.#first?.id) this.#lose(reply.error);
      else if (reply.fatal) this.#replace();
    } else if ('value' in reply) {
      this.#isSuccessor = false;
      pending?.resolve(reply.value as never);
    }
  }

  /** Pings a busy worker; a worker that no longer answers is replaced. */
  #feelPulse(): void {
    if (this.#pending.size === 0) this.#stopWatch();
    else if (this.#silence >= Connection.maxSilence) this.#replaceVanished();
    else {
      this.#silence++;
      // Every worker confirms the cancellation of a call that does not exist.
      this.#worker?.postMessage({ cancel: this.#next++ } satisfies Request<E>);
    }
  }

  /** Stops the timer, which would keep a closed connection in memory. */
  #stopWatch(): void {
    clearInterval(this.#watch);
    this.#watch = undefined;
  }

  /** Repeats the calls in another worker, but only once: a call that crashed two workers would crash a third. */
  #replaceVanished(): void {
    if (this.#isSuccessor || this.#lost) {
      this.#isSuccessor = false;
      this.#lose('the engine stopped answering; close other tabs and try again');
    } else {
      this.#isSuccessor = true;
      this.#replace();
    }
  }

  /** Asks the worker to stop a call; a worker that does not answer is terminated. */
  #cancel(id: number): void {
    const worker = this.#worker;
    const pending = this.#pending.get(id);
    if (!worker || !pending) return;
    delete pending.progress;
    worker.postMessage({ cancel: id } satisfies Request<E>);
    setTimeout(() => {
      if (worker === this.#worker && this.#pending.delete(id)) this.#replace();
    }, Connection.patience);
  }

  /** Terminates the worker and repeats the pending calls in a new worker. This is safe for a worker without state. */
  #replace(): void {
    if (this.#lost) {
      this.#lose('the engine had to be restarted; try again');
      return;
    }
    this.#worker?.terminate();
    this.#worker = undefined;
    const open = [...this.#pending.values()].filter(({ signal }) => !signal?.aborted);
    if (open.length === 0) return;
    try {
      const worker = this.#connect();
      for (const { call } of open) worker.postMessage(call satisfies Request<E>);
    } catch (error) {
      this.#lose(errorText(error));
    }
  }

  #lose(reason: string): void {
    this.#stopWatch();
    this.#worker?.terminate();
    this.#worker = undefined;
    const lost = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of lost) reject(new Error(reason));
    this.#lost?.();
  }
}

/** Duration of work that justifies the start and the memory of another worker, in milliseconds. */
export const worthMs = 100;

/** A connection to the engine's worker or workers. The lab is named with `begin('open', [lab])`. */
export type Client = Pick<Connection<EngineApi>, 'ask' | 'begin' | 'close'> & {
  /** The number of long calls to make at a time; one by default. */
  readonly lanes?: number;
};
