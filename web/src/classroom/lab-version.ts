// The lab of an assignment, and its version.
import { labText, publishedLab } from '../lab/published';
import type { Lab } from '../lab/types';
import { versionOf, type LabVersion } from '../lab/version';

/** Fetches a lab with all its text in the language of the page, and its version. */
export async function fetchLabVersion(id: string): Promise<{ lab: Lab; version: LabVersion }> {
  const published = publishedLab(id);
  return { lab: await labText(id), version: versionOf(await published) };
}
