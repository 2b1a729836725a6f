/** Returns the style of a part by its position among the parts of a whole: the most distinct styles come first. */
export const partStyle = (at: number): number => [2, 1, 4, 3, 5, 0][at % 6] ?? 0;
