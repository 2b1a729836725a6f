import { errorText } from '../engine/error-text';
import type { CallOptions } from '../engine/client';

/** The result of the view's current request. Create an instance during the initialization of a component. */
export class Answer<Asked, Found> {
  /** The last result and its request. */
  last = $state.raw<{ asked: Asked; found: Found }>();
  /** Progress of the next result, from 0 to 1; undefined while no request is running. */
  done = $state<number>();
  failure = $state('');

  /** Repeats the request whenever the state that `question` reads has changed, and cancels the previous one. */
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
          this.failure = errorText(error);
          this.done = undefined;
        },
      );
      return () => abort.abort();
    });
  }
}
