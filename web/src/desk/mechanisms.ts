import type { Lab } from '../lab/types';

/** A mechanism of a model that can be switched off, and the parameter values that switch it off. */
export interface Mechanism {
  title: string;
  neutral: readonly (readonly [name: string, value: number])[];
}

/** Returns the mechanisms of a lab's model according to the neutral values of its parameters. */
export function mechanismsOf(parameters: Lab['parameters']): Mechanism[] {
  const found = new Map<string, [string, number][]>();
  for (const [name, { title, neutral, mechanism = title }] of Object.entries(parameters))
    if (neutral !== undefined) found.set(mechanism, [...(found.get(mechanism) ?? []), [name, neutral]]);
  return Array.from(found, ([title, neutral]) => ({ title, neutral }));
}
