// What an error of the engine means: whether it can go on, and a sentence for the reader.

/** What to do about it is the reader's: nothing in the page can free the memory of other pages. */
export const outOfMemory = 'the model ran out of memory; close other tabs and programs, then reload the page';

/** Returns a sentence about a module that is refused, is something else, or does not arrive; undefined for other errors. */
function loadFailureOf(error: unknown): string | undefined {
  if (error instanceof WebAssembly.CompileError || error instanceof WebAssembly.LinkError)
    return /unsafe-eval|Content Security|CSP/i.test(error.message)
      ? 'the policy of this page does not allow WebAssembly; ask its owner to allow it'
      : 'the host sent something else in place of the model; reload the page, or tell its owner';
  // The words of browsers and of the bindings.
  if (error instanceof Error && /^failed to fetch|NetworkError|^Load failed|^import.* module/i.test(error.message))
    return 'the model did not arrive; check the network, then reload the page';
  return undefined;
}

/** Returns whether memory was refused, by the words that browsers have for it. */
function isOutOfMemory(error: unknown): boolean {
  // Firefox throws this text itself.
  if (error === 'out of memory') return true;
  // A module that cannot start or grow, or an answer that finds no room.
  return error instanceof RangeError && /memory|allocat/i.test(error.message);
}

/** Returns whether the engine must not be used again: after a trap its memory is in an unknown state. */
export const isFatal = (error: unknown): boolean =>
  error instanceof WebAssembly.RuntimeError || error instanceof RangeError || isOutOfMemory(error);

/** Returns what to tell the reader about an error; `panicked` is the last message of a panic, if there was one. */
export function messageOf(error: unknown, panicked: string | undefined): string {
  if (isOutOfMemory(error)) return outOfMemory;
  if (isFatal(error) && panicked) return panicked;
  // Rust ends a program that gets no memory without a panic, by this trap.
  if (error instanceof WebAssembly.RuntimeError && /unreachable/i.test(error.message)) return outOfMemory;
  return loadFailureOf(error) ?? (error instanceof Error ? error.message : String(error));
}

/** Returns what to tell the reader about a refusal, for those who go on after it; throws what nothing can go on after. */
export function refusalOf(error: unknown): string {
  if (isFatal(error)) throw error;
  return messageOf(error, undefined);
}
