import type { CallOptions } from '../../engine/client';

/** The answer to what a picture asks at the moment. It is made where the picture is. */
export class Answer<Asked, Found> {
  /** The last answer, and what it is about. */
  last = $state.raw<{ asked: Asked; found: Found }>();
  /** How much of the next one is done, from 0 to 1; nothing while none is on its way. */
  done = $state<number>();
  failure = $state('');

  /** Asks anew whenever what `question` reads has changed, and gives up what was asked before. */
  constructor(question: () => Asked, ask: (asked: Asked, options: CallOptions) => Promise<Found>) {
    $effect(() => {
      const asked = question();
      const abort = new AbortController();
      const progress = (share: number): void => {
        this.done = share;
      };
      this.done = 0;
      ask(asked, { signal: abort.signal, progress }).then(
        (found) => {
          this.last = { asked, found };
          [this.failure, this.done] = ['', undefined];
        },
        (error: unknown) => {
          if (abort.signal.aborted) return;
          this.failure = error instanceof Error ? error.message : String(error);
          this.done = undefined;
        },
      );
      return () => abort.abort();
    });
  }
}
