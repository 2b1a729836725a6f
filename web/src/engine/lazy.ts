interface Closable {
  close(): void;
}

/** A resource that opens on first use. After a failure, the next use tries again. */
export class Lazy<T extends Closable> {
  #opened: Promise<T> | undefined;
  readonly #open: () => Promise<T>;

  constructor(open: () => Promise<T>) {
    this.#open = open;
  }

  get(): Promise<T> {
    if (!this.#opened) {
      const opened = (this.#opened = this.#open());
      opened.catch(() => {
        if (this.#opened === opened) this.#opened = undefined;
      });
    }
    return this.#opened;
  }

  close(): void {
    this.#opened?.then(
      (opened) => opened.close(),
      () => undefined, // the caller of `get` has the error
    );
    this.#opened = undefined;
  }
}
