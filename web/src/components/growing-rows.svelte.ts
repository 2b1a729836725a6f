import { flushSync } from 'svelte';

/** The number of rows drawn in one frame; the layout of a few columns takes some milliseconds. */
export const ROWS_AT_ONCE = 25;

/**
 * The rows of a long table, drawn in chunks, one per frame, so that the page stays responsive. In the end, and before
 * the page is printed, the table has all rows, so that the browser's search finds them. Create an instance only while a
 * component is initialized.
 */
export class GrowingRows {
  /** The number of rows to draw. */
  count = $state(ROWS_AT_ONCE);

  constructor(total: () => number) {
    $effect(() => {
      if (this.count >= total()) return undefined;
      const frame = requestAnimationFrame(() => (this.count += ROWS_AT_ONCE));
      return () => cancelAnimationFrame(frame);
    });
    $effect(() => {
      const all = (): void =>
        flushSync(() => {
          this.count = Math.max(this.count, total());
        });
      addEventListener('beforeprint', all);
      return () => removeEventListener('beforeprint', all);
    });
  }
}
