// Requests as marks: squares in rows, drawn as one path however many there are.

/** From one mark to the next, and how large one is, in pixels. */
export const pitch = 13;
const size = 9;

/** Places of marks from left to right, then down, by their numbers in the row. */
export function squares(numbers: Iterable<number>, columns: number): string {
  let path = '';
  for (const number of numbers) {
    const x = (number % columns) * pitch + 1.5;
    const y = Math.floor(number / columns) * pitch + 1.5;
    path += `M${x} ${y}h${size}v${size}h-${size}z`;
  }
  return path;
}

/** How high so many marks stand. */
export const heightOf = (marks: number, columns: number): number => Math.max(1, Math.ceil(marks / columns)) * pitch;

/** More than so many users are told by numbers alone. */
export const mostMarks = 64;

/** The stretches in which `flags` is set, as [from, to) by their positions. */
export function stretches(flags: ArrayLike<number>): [from: number, to: number][] {
  const found: [number, number][] = [];
  for (let at = 0; at < flags.length; at++) {
    if (!flags[at]) continue;
    const last = found.at(-1);
    if (last?.[1] === at) last[1] = at + 1;
    else found.push([at, at + 1]);
  }
  return found;
}
