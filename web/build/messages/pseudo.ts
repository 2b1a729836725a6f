// A pseudolocale for tests: English with accents, lengthened, and laid out from right to left. Text that appears
// without accents has no message, and text that is cut off has no space for longer languages.
import { readPieces, writePieces, type Piece } from './text.ts';

const accents: Record<string, string> = {
  ...Object.fromEntries(
    [...'aàeéiíoóuúnñcçsšyýzž'.matchAll(/../gu)].map(([[plain = '', accent = '']]) => [plain, accent]),
  ),
  ...Object.fromEntries(
    [...'AÀEÉIÍOÓUÚNÑCÇSŠYÝZŽ'.matchAll(/../gu)].map(([[plain = '', accent = '']]) => [plain, accent]),
  ),
};

const accented = (text: string): string => text.replaceAll(/[a-z]/gi, (letter) => accents[letter] ?? letter);

const change = (piece: Piece): Piece =>
  piece.kind === 'text'
    ? { kind: 'text', text: accented(piece.text) }
    : piece.kind === 'element'
      ? { ...piece, pieces: piece.pieces.map(change) }
      : piece;

/** Returns a message with accents, lengthened by about a third. */
export function pseudo(message: string): string {
  const end = / *$/.exec(message)?.index ?? message.length;
  const extra = Math.floor(message.replaceAll(/\{\d+\}|<\/?\d+>/g, '').length / 3);
  // Words of usual length, so that lines can break.
  const longer = '·'.repeat(extra).replaceAll(/(?<=^(?:.{6})+)(?=.)/g, ' ');
  return `${writePieces(readPieces(message.slice(0, end)).map(change))}${longer}${message.slice(end)}`;
}
