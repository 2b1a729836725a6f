// The compiled lab as the site publishes it: the page itself keeps only what its parts need.
import { engine } from '../engine';
import type { Lab } from '../lab/types';
import type { Version } from '../engine/protocol';

/** The address of a lab's compiled file, from its page. */
export const labFile = (id: string): string => `${id}/lab.json`;

/** A lab with all its text, and which version it is. */
export async function wholeLab(id: string): Promise<{ lab: Lab; version: Version }> {
  const response = await fetch(labFile(id));
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  const lab = (await response.json()) as Lab;
  return { lab, version: await engine.versionOf(lab) };
}
