// A lab in a single file, which contains the page and everything that it needs.
import '../design';
import { gradableBlocks } from '../lab/lean';
import { publishedLab } from '../lab/published';
import { reportLoadFailure, notice } from '../player/notice';
import { start } from '../classroom/start';
import { unpack } from './files';

async function begin(id: string): Promise<void> {
  await unpack();
  const lab = await publishedLab(id);
  await start(lab, () => Promise.resolve(gradableBlocks(lab)), notice);
}

begin(document.getElementById('page')?.dataset['lab'] ?? '').catch(reportLoadFailure);
