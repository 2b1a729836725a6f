// The text of a message: words, numbered placeholders `{0}`, and elements around words `<0>…</0>`.

/** A part of a message: text, a placeholder, or an element with its own parts. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly at: number }
  | { readonly kind: 'element'; readonly at: number; readonly pieces: readonly Piece[] };

/** A message or translation with an error in its elements. */
export class MessageError extends Error {
  override name = 'MessageError';
}

/** Writes the pieces of a message as text. */
export const writePieces = (pieces: readonly Piece[]): string =>
  pieces
    .map((piece) =>
      piece.kind === 'text'
        ? piece.text
        : piece.kind === 'value'
          ? `{${piece.at}}`
          : `<${piece.at}>${writePieces(piece.pieces)}</${piece.at}>`,
    )
    .join('');

/**
 * Reads the text of a message.
 *
 * @throws {MessageError} If an element is not closed.
 */
export function readPieces(text: string): Piece[] {
  const open: { at: number; pieces: Piece[] }[] = [{ at: -1, pieces: [] }];
  const top = (): { at: number; pieces: Piece[] } => open.at(-1) ?? { at: -1, pieces: [] };
  let done = 0;
  const add = (end: number): void => {
    if (end > done) top().pieces.push({ kind: 'text', text: text.slice(done, end) });
  };
  for (const found of text.matchAll(/\{(\d+)\}|<(\/?)(\d+)>/g)) {
    const [whole, value, closing, element] = found;
    add(found.index);
    done = found.index + whole.length;
    if (value !== undefined) top().pieces.push({ kind: 'value', at: Number(value) });
    else if (!closing) open.push({ at: Number(element), pieces: [] });
    else {
      const { at, pieces } = open.pop() ?? top();
      if (at !== Number(element) || open.length === 0) throw new MessageError(`</${element ?? ''}> closes no element`);
      top().pieces.push({ kind: 'element', at, pieces });
    }
  }
  add(text.length);
  if (open.length > 1) throw new MessageError(`<${top().at}> is not closed`);
  return top().pieces;
}

/** Lists the placeholders and elements of a message, sorted. */
const partsOf = (pieces: readonly Piece[]): string[] =>
  pieces
    .flatMap((piece) =>
      piece.kind === 'text'
        ? []
        : piece.kind === 'value'
          ? [`{${piece.at}}`]
          : [`<${piece.at}>`, ...partsOf(piece.pieces)],
    )
    .sort();

/**
 * Returns the problem with a translation: a placeholder or element that is missing, repeated, or unknown; undefined for
 * a translation without such a problem.
 */
export function misfit(message: string, translation: string): string | undefined {
  try {
    const expected = partsOf(readPieces(message)).join(' ');
    const found = partsOf(readPieces(translation)).join(' ');
    return expected === found ? undefined : `needs ${expected || 'no placeholder'}, has ${found || 'none'}`;
  } catch (error) {
    if (error instanceof MessageError) return error.message;
    throw error;
  }
}
