/** The query of an address as plain values, and back. */
export const parse = (query: string): Record<string, string> => Object.fromEntries(new URLSearchParams(query));

export const format = (values: Record<string, string>): string => `?${new URLSearchParams(values).toString()}`;
