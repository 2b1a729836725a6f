// Classifies an error from the engine: whether the engine can continue, and a sentence for the reader.
import { errorText } from './error-text';

/**
 * The message about a lack of memory. Only the reader can free memory: a page cannot free the memory of other pages.
 */
export const outOfMemory = 'the model ran out of memory; close other tabs and programs, then reload the page';

/** The message about a module that did not arrive, or not in time. */
export const notArrived = 'the model could not be downloaded; check the network, then reload the page';

/**
 * Returns a sentence about a module that was refused, has the wrong type, or did not arrive; undefined for other
 * errors.
 */
function loadFailureOf(error: unknown): string | undefined {
  if (error instanceof WebAssembly.CompileError || error instanceof WebAssembly.LinkError)
    return /unsafe-eval|Content Security|CSP/i.test(error.message)
      ? 'the security policy of this page does not allow WebAssembly; ask the page’s owner to allow it'
      : 'the server sent another file in place of the model; reload the page, or inform the site’s owner';
  // The messages of browsers and of the bindings.
  if (error instanceof Error && /^failed to fetch|NetworkError|^Load failed|^import.* module/i.test(error.message))
    return notArrived;
  return undefined;
}

/** Returns whether memory was refused, judging by the browsers' messages. */
function isOutOfMemory(error: unknown): boolean {
  // Firefox throws this text instead of an error object.
  if (error === 'out of memory') return true;
  // Thrown if there is not enough memory for a module to start or grow, or for a result.
  return error instanceof RangeError && /memory|allocat/i.test(error.message);
}

/** Returns whether the engine must not be used again: after a trap, its memory is in an unknown state. */
export const isFatal = (error: unknown): boolean =>
  error instanceof WebAssembly.RuntimeError || error instanceof RangeError || isOutOfMemory(error);

/** Returns the message for the reader about an error; `panicked` is the last panic message, if any. */
export function messageOf(error: unknown, panicked: string | undefined): string {
  if (isOutOfMemory(error)) return outOfMemory;
  if (isFatal(error) && panicked) return panicked;
  // When memory runs out, Rust aborts with this trap, without a panic.
  if (error instanceof WebAssembly.RuntimeError && /unreachable/i.test(error.message)) return outOfMemory;
  return loadFailureOf(error) ?? errorText(error);
}

/** Returns the message for the reader about a refusal, for callers that continue; rethrows fatal errors. */
export function refusalOf(error: unknown): string {
  if (isFatal(error)) throw error;
  return messageOf(error, undefined);
}
