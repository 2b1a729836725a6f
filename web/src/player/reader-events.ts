/** Events by which a reader starts to scroll or to operate a part. */
const readerEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Calls back once, at the reader's next event, unless the signal aborts before. */
export function onReaderEvent(call: () => void, signal?: AbortSignal): void {
  const done = new AbortController();
  const signals = signal ? [done.signal, signal] : [done.signal];
  const once = (): void => {
    done.abort();
    call();
  };
  for (const event of readerEvents)
    addEventListener(event, once, { capture: true, passive: true, signal: AbortSignal.any(signals) });
}
