// The lab that an assignment is about, and its version.
import { publishedLab } from '../lab/published';
import type { Lab } from '../lab/types';
import { versionOf, type LabVersion } from '../lab/version';

/** A lab with all its text, and which version it is. */
export async function wholeLab(id: string): Promise<{ lab: Lab; version: LabVersion }> {
  const lab = await publishedLab(id);
  return { lab, version: versionOf(lab) };
}
