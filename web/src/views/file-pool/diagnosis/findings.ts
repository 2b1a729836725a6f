// What measurements point to, all servers together.
import type { Measurement, Symptom } from '../../../engine';

export interface Pointed {
  symptom: string;
  /** What points to it; with several servers each begins with its name. */
  because: string[];
  /** Whether it is to be looked at first. */
  first: boolean;
  rows: Symptom[];
}

/** The symptoms of a measurement, each once: those to be looked at first, first. */
export function pointedTo({ application, servers }: Measurement): Pointed[] {
  const all = new Map<string, Pointed>();
  for (const { name, findings } of [...(application ? [{ ...application, name: '' }] : []), ...servers])
    for (const { symptom, because, first, rows } of findings) {
      const known = all.get(symptom) ?? { symptom, because: [], first: false, rows };
      known.because.push(servers.length > 1 ? `${name}: ${because}` : because);
      known.first ||= first;
      all.set(symptom, known);
    }
  return [...all.values()].sort((a, b) => Number(b.first) - Number(a.first));
}

/** Whether the sources have neither a rule nor an action for a row. */
export const isBare = ({ rule, action }: Symptom): boolean => !rule && !action;

/** What a cell of the table of symptoms says. */
export const known = (text: string): string => text || 'not found in the source';
