// The lab of an assignment: one that the site publishes, or one that its author has just compiled.
import { labFile, labPage, site } from '../lab/published';
import type { Lab } from '../lab/types';
import type { LabVersion } from '../lab/version';
import type { Assignment } from './format';
import { fetchLabVersion } from './lab-version';
import { assignmentLink } from './link';

export interface LabSource {
  /** The lab with all its text, and its version. */
  readonly whole: Promise<{ lab: Lab; version: LabVersion }>;
  /** The address of the compiled lab, against which the command `pathlength check` grades. */
  readonly file: string;
  /** Returns the lab as a single HTML file; missing if the lab already is such a file. */
  readonly page?: () => Promise<string>;
  /** Returns the link to an assignment; missing if the lab has no address. */
  readonly link?: (assignment: Assignment) => string;
  /** Returns the link to an assignment for the lab's file at an address; missing for a lab that the site publishes. */
  readonly linkAt?: (lab: URL, assignment: Assignment) => string;
}

async function fetchPage(id: string): Promise<string> {
  const response = await fetch(labPage(id));
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return response.text();
}

/** Returns the source of a lab of the site, or of the lab in this file. */
export const publishedSource = (id: string): LabSource => ({
  whole: fetchLabVersion(id),
  file: labFile(id),
  ...(site !== undefined && { page: () => fetchPage(id) }),
  link: (assignment) => assignmentLink(location.href, assignment),
});
