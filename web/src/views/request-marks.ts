// Requests as marks: squares in rows, drawn as one path.

/** The pitch of marks, and the size of one, in pixels. */
export const pitch = 13;
const size = 9;

/** Draws marks by index: from left to right, then down. */
export function squares(numbers: Iterable<number>, columns: number): string {
  let path = '';
  for (const number of numbers) {
    const x = (number % columns) * pitch + 1.5;
    const y = Math.floor(number / columns) * pitch + 1.5;
    path += `M${x} ${y}h${size}v${size}h-${size}z`;
  }
  return path;
}

/** Returns the height of a row with this number of marks. */
export const heightOf = (marks: number, columns: number): number => Math.max(1, Math.ceil(marks / columns)) * pitch;

/** The maximum number of users with one mark each. */
export const MAX_MARKS = 64;
