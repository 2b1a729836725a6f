/** Returns the text of anything that was thrown. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));
