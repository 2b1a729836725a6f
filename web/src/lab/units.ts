const names: Record<string, string> = { '1': '', ratio: '' };

/** A unit as readers write it; nothing for a plain number. */
export const unitName = (unit: string): string => names[unit] ?? unit.replace(/\bus\b/g, 'µs');
