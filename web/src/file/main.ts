// A lab in a single file, which contains the page and everything that it needs.
import '../design';
import { gradableBlocks } from '../lab/lean';
import { publishedLab } from '../lab/published';
import { reportLoadFailure, notice } from '../player/notice';
import { beginPackage } from '../classroom/platform/begin';
import { contentsFile, type Contents } from '../classroom/platform/contents';
import { start, type Begin } from '../classroom/start';
import { fetchJson } from '../engine/fetch';
import { addressIn, hasFile, unpack } from './files';

/** Returns a function that begins the assignment added to this file; undefined if the file contains no assignment. */
async function packaged(): Promise<Begin | undefined> {
  if (!hasFile(contentsFile)) return undefined;
  const contents = await fetchJson<Contents>(addressIn(contentsFile));
  return (lab, notice) => beginPackage(lab, notice, contents);
}

async function open(id: string): Promise<void> {
  await unpack();
  const lab = await publishedLab(id);
  const begin = await packaged();
  await start(lab, () => Promise.resolve(gradableBlocks(lab)), notice, { ...(begin && { begin }) });
}

open(document.getElementById('page')?.dataset['lab'] ?? '').catch(reportLoadFailure);
