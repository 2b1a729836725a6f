import { singular, unitWords } from '../language';

const names: Record<string, string> = { '1': '', ratio: '' };

/** Returns a unit as shown to readers; empty for a plain number. */
export const unitName = (unit: string): string => names[unit] ?? unitWords(unit.replace(/\bus\b/g, 'µs'));

/** Returns a unit's name next to a value: 1 client, 4 clients. */
export function unitBeside(value: number, unit: string): string {
  const many = unitName(unit);
  return value === 1 ? singular(many) : many;
}
