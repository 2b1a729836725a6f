// Files, folders, and zip archives that an author opens or drops, limited in number and size.
import type { DropLimits, NamedFile } from '../components/dropped-files';
import { fromBytes } from './bytes';
import { labOf, placeOf, type Folder } from './folder';
import { MAX_FILE_BYTES, MAX_FILES, type UnzippedLab } from './unzip';

/** The limits for dropped folders. */
export const dropLimits: DropLimits = { files: MAX_FILES, depth: 4, visibleOnly: true };

export interface FileImport {
  /** The name of the lab, if the paths contain its name. */
  readonly id: string | undefined;
  readonly files: Folder['files'];
  /** Reasons for skipped files, one sentence each. */
  readonly refused: readonly string[];
}

/** Reads the files of a lab's folder and lists the skipped files; `unzip` unpacks an archive. */
export async function readFiles(
  opened: readonly NamedFile[],
  unzip: (bytes: Uint8Array, path: string) => UnzippedLab | Promise<UnzippedLab>,
): Promise<FileImport> {
  const files: Record<string, string> = {};
  const refused: string[] = [];
  let id: string | undefined;
  const take = (path: string, bytes: Uint8Array): void => {
    const place = placeOf(path);
    if (place === undefined) refused.push(`${path} was skipped: it is not a lab file.`);
    else if (bytes.length > MAX_FILE_BYTES) refused.push(`${path} was skipped: it is larger than 2 MB.`);
    else if (Object.keys(files).length >= MAX_FILES)
      refused.push(`${path} was skipped: a lab has at most ${MAX_FILES} files.`);
    else
      try {
        files[place] = fromBytes(bytes, place);
        id ??= labOf(path);
      } catch {
        refused.push(`${path} was skipped: it is not UTF-8 text.`);
      }
  };
  for (const { path, file } of opened.slice(0, MAX_FILES)) {
    if (file.size > 10 * MAX_FILE_BYTES) refused.push(`${path} was skipped: it is larger than 20 MB.`);
    else if (path.endsWith('.zip')) {
      const unzipped = await unzip(new Uint8Array(await file.arrayBuffer()), path);
      refused.push(...unzipped.refused);
      for (const [inside, bytes] of unzipped.files) take(inside, bytes);
    } else take(path, new Uint8Array(await file.arrayBuffer()));
  }
  if (opened.length > MAX_FILES) refused.push(`Only the first ${MAX_FILES} files were read.`);
  return { id, files, refused };
}
