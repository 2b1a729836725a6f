// Several workers with the same lab: long work uses several cores.
import { Connection, worthMs, type CallOptions, type Port } from './client';
import { outOfMemory } from './failure';
import type { WorkerApi } from './protocol';

interface Member<E extends WorkerApi<E>> {
  connection: Connection<E>;
  /** Number of unanswered calls. */
  calls: number;
  /** The time at which the worker became busy, in milliseconds of the page's clock. */
  since: number;
  /** The timer that terminates the worker after it has been idle for a long time. */
  idle?: ReturnType<typeof setTimeout>;
}

/**
 * Workers that return bit-identical results for the same calls. One worker runs as long as it keeps up. Another worker
 * starts when all have been busy for some time. After that worker has been idle for `rest`, it is terminated, which
 * frees its memory.
 */
export class Pool<E extends WorkerApi<E>> {
  /** The time for which an additional worker is kept without work, in milliseconds. */
  static rest = 10_000;

  /** The maximum number of workers, and so of long calls to make at a time. */
  lanes: number;
  readonly #spawn: () => Port;
  readonly #shared: ReadonlySet<keyof E>;
  readonly #first: Member<E>;
  readonly #others: Member<E>[] = [];
  #begin: (connection: Connection<E>) => void = () => undefined;

  /** `shared` are the methods that any worker may answer; only the first worker answers other methods. */
  constructor(spawn: () => Port, lanes: number, shared: readonly (keyof E)[]) {
    this.lanes = lanes;
    this.#spawn = spawn;
    this.#shared = new Set(shared);
    this.#first = { connection: new Connection<E>(spawn), calls: 0, since: 0 };
  }

  /** Calls a method like `Connection.ask`, in any worker if the method is shared. */
  async ask<M extends keyof E>(
    method: M,
    args: Parameters<E[M]>,
    options: CallOptions = {},
  ): Promise<ReturnType<E[M]>> {
    const member = this.#shared.has(method) ? this.#choose() : this.#first;
    try {
      return await this.#askOne(member, method, args, options);
    } catch (error) {
      if (member === this.#first || options.signal?.aborted) throw error;
      // If there is not enough memory for several workers, there may be enough for one.
      if (error instanceof Error && error.message === outOfMemory) {
        this.lanes = 1;
        this.#end(member);
      }
      return await this.#askOne(this.#first, method, args, options);
    }
  }

  async #askOne<M extends keyof E>(
    member: Member<E>,
    method: M,
    args: Parameters<E[M]>,
    options: CallOptions,
  ): Promise<ReturnType<E[M]>> {
    clearTimeout(member.idle);
    if (member.calls++ === 0) member.since = performance.now();
    try {
      return await member.connection.ask(method, args, options);
    } finally {
      if (--member.calls === 0 && member !== this.#first) member.idle = setTimeout(() => this.#end(member), Pool.rest);
    }
  }

  /** Sets the first call of every worker, like `Connection.begin`. */
  begin<M extends keyof E>(method: M, args: Parameters<E[M]>): void {
    this.#begin = (connection) => connection.begin(method, args);
    for (const { connection } of [this.#first, ...this.#others]) this.#begin(connection);
  }

  /** Terminates all workers; pending calls are rejected. */
  close(): void {
    for (const member of [...this.#others]) this.#end(member);
    this.#first.connection.close();
  }

  /**
   * Returns the member with the fewest calls, or a new member if all have been busy for some time and `lanes` allows
   * another.
   */
  #choose(): Member<E> {
    const members = [this.#first, ...this.#others];
    const free = members.reduce((best, member) => (member.calls < best.calls ? member : best));
    const waited = performance.now() - Math.max(...members.map(({ since }) => since));
    if (free.calls === 0 || members.length >= this.lanes || waited < worthMs) return free;
    const member: Member<E> = { connection: new Connection<E>(this.#spawn), calls: 0, since: 0 };
    this.#begin(member.connection);
    this.#others.push(member);
    return member;
  }

  #end(member: Member<E>): void {
    clearTimeout(member.idle);
    const at = this.#others.indexOf(member);
    if (at >= 0) this.#others.splice(at, 1);
    member.connection.close();
  }
}
