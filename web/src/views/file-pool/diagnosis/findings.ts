// The symptoms found in the measurements of all servers together.
import type { Measurement, Symptom } from '../../../engine';

export interface SymptomEvidence {
  symptom: string;
  /** The evidence for the symptom; with several servers, each sentence begins with the server's name. */
  because: string[];
  /** Whether to check the symptom first. */
  first: boolean;
  /** The heading for rows for which the sources have neither a rule nor an action. */
  bare: string;
  /** The largest share of the time that the symptom explains; 1 for a rule that states no share. */
  share: number;
  rows: Symptom[];
}

/**
 * Returns the symptoms of a measurement without duplicates. Those to check first precede the others; within both
 * groups, those that explain a larger share of the time come first.
 */
export function evidenceOf({ application, servers }: Measurement): SymptomEvidence[] {
  const all = new Map<string, SymptomEvidence>();
  for (const { name, findings } of [...(application ? [{ ...application, name: '' }] : []), ...servers])
    for (const { symptom, because, first, bare, share, rows } of findings) {
      const known = all.get(symptom) ?? { symptom, because: [], first: false, bare, share: 0, rows };
      known.share = Math.max(known.share, share ?? 1);
      known.because.push(servers.length > 1 ? `${name}: ${because}` : because);
      known.first ||= first;
      all.set(symptom, known);
    }
  return [...all.values()].sort((a, b) => Number(b.first) - Number(a.first) || b.share - a.share);
}

/** Returns whether the sources have neither a rule nor an action for a row. */
export const isBare = ({ rule, action }: Symptom): boolean => !rule && !action;

/** Returns the text of a cell of the symptom table. */
export const cellText = (text: string): string => text || 'not found in the source';
