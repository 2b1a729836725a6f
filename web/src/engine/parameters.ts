import type { Lab } from './types';

/** Returns the values of a lab's parameters by name. */
export const parameterValues = ({ parameters }: Pick<Lab, 'parameters'>): Record<string, number> =>
  Object.fromEntries(Object.entries(parameters).map(([name, { value }]) => [name, value]));
