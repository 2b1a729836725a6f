const names: Record<string, string> = { '1': '', ratio: '' };

/** Returns a unit as shown to readers; nothing for a plain number. */
export const unitName = (unit: string): string => names[unit] ?? unit.replace(/\bus\b/g, 'µs');

/** Returns a unit's name next to a value: 1 client, 4 clients. */
export function unitBeside(value: number, unit: string): string {
  const many = unitName(unit);
  return value === 1 ? many.replace(/(\w{3})s$/, '$1').replace(/ie$/, 'y') : many;
}
