// The lab that an assignment is about, and its version.
import { engine } from '../engine';
import type { Version } from '../engine/protocol';
import { publishedLab } from '../lab/published';
import type { Lab } from '../lab/types';

/** A lab with all its text, and which version it is. */
export async function wholeLab(id: string): Promise<{ lab: Lab; version: Version }> {
  const lab = await publishedLab(id);
  return { lab, version: await engine.versionOf(lab) };
}
