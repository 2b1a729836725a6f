const names: Record<string, string> = { '1': '', ratio: '' };

/** Returns a unit as shown to readers; nothing for a plain number. */
export const unitName = (unit: string): string => names[unit] ?? unit.replace(/\bus\b/g, 'µs');
