// Diagnosis and planning for a file pool server.
import { csvParseRows } from 'd3-dsv';
import table from '../../../labs/sfs-file-pool/data/symptoms.csv?raw';
import type * as Rest from './pkg/file-pool-rest/pathlength_web';
import type { Symptom } from './pkg/file-pool-rest/pathlength_web';
import type { EngineApi } from './protocol';
import { startRest } from './rest';
import type { Lab } from './types';

/**
 * Returns the table of symptoms. The table comes from the book, not from a lab: it is the same for every lab about a
 * file pool.
 */
function symptoms(): Symptom[] {
  const [names = [], ...rows] = csvParseRows(table);
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? ''])) as unknown as Symptom);
}

/** An advisor with the parameters and published servers of a lab. */
export interface OpenFilePoolAdvisor extends Pick<EngineApi, 'diagnose' | 'plan'> {
  close(): void;
}

/** Opens a lab. */
export async function openFilePoolAdvisor(lab: Lab): Promise<OpenFilePoolAdvisor> {
  const { FilePoolAdvisor } = await startRest<Pick<typeof Rest, 'FilePoolAdvisor'>>(lab.model);
  const advisor = new FilePoolAdvisor(lab, symptoms());
  return {
    diagnose: (enquiry) => advisor.diagnose(enquiry),
    plan: (question) => advisor.plan(question),
    close: () => {
      advisor.free();
    },
  };
}
