// The lab of an assignment, and its version.
import { publishedLab } from '../lab/published';
import type { Lab } from '../lab/types';
import { versionOf, type LabVersion } from '../lab/version';

/** Fetches a lab with all its text and its version. */
export async function fetchLabVersion(id: string): Promise<{ lab: Lab; version: LabVersion }> {
  const lab = await publishedLab(id);
  return { lab, version: versionOf(lab) };
}
