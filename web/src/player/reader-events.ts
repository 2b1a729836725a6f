/** Events by which a reader starts to scroll or to operate an interactive part. */
const readerEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Calls back once, at the first of the events, unless the signal is aborted before. */
function onFirst(events: readonly string[], call: () => void, signal?: AbortSignal): void {
  const done = new AbortController();
  const signals = signal ? [done.signal, signal] : [done.signal];
  const once = (): void => {
    done.abort();
    call();
  };
  for (const event of events)
    addEventListener(event, once, { capture: true, passive: true, signal: AbortSignal.any(signals) });
}

/** Calls back once, when the reader next does something, unless the signal is aborted before. */
export const onReaderEvent = (call: () => void, signal?: AbortSignal): void => onFirst(readerEvents, call, signal);

/** Calls back once, when the reader does something or the page scrolls for another reason. */
export const onMove = (call: () => void): void => onFirst([...readerEvents, 'scroll'], call);
