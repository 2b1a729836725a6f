/** Returns the style of a part of a whole by its place in the order of parts: the most distinct styles come first. */
export const partStyle = (at: number): number => [2, 1, 4, 3, 5, 0][at % 6] ?? 0;
