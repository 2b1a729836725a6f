// The files of a lab in a zip archive, which the compiler's worker unpacks.
import { unzipSync, type UnzipFileInfo } from 'fflate';
import { unpackEntry } from '../components/archive';
import { placeOf } from './folder';

/** The maximum size of a lab's file, in bytes. */
export const MAX_FILE_BYTES = 2_000_000;
export const MAX_FILES = 200;

/** The files that an archive contains for a lab. */
export interface UnzippedLab {
  files: [path: string, bytes: Uint8Array][];
  /** Reasons for skipped files, one sentence each. */
  refused: string[];
}

/** Unpacks the files of a lab from an archive, within the limits for labs; `path` is the path of the archive. */
export function unzipLab(bytes: Uint8Array, path: string): UnzippedLab {
  const entries: UnzipFileInfo[] = [];
  const found: UnzippedLab = { files: [], refused: [] };
  try {
    unzipSync(bytes, {
      filter: (entry) => {
        entries.push(entry);
        return false;
      },
    });
  } catch {
    return { files: [], refused: [`${path} is not a readable zip file.`] };
  }
  let taken = 0;
  for (const [at, { name, originalSize }] of entries.entries()) {
    if (name.endsWith('/') || placeOf(name) === undefined) continue;
    taken++;
    if (originalSize > MAX_FILE_BYTES) found.refused.push(`${name} is larger than 2 MB.`);
    else if (taken > MAX_FILES) {
      found.refused.push(`${path} has more than ${MAX_FILES} files of a lab; the rest were skipped.`);
      break;
    } else {
      const content = unpackEntry(bytes, at);
      if (content) found.files.push([name, content]);
      else found.refused.push(`${name} is damaged in its zip file: pack it again.`);
    }
  }
  return found;
}
