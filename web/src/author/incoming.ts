// What an author opens or drops: files, folders and zips, of bounded number and size.
import { fromBytes } from './bytes';
import { labOf, placeOf, type Folder } from './folder';

/** The largest file, in bytes, and the most files. */
const LARGEST = 2_000_000;
const MOST = 200;

export interface Incoming {
  /** The name of the lab, if the files tell. */
  readonly id: string | undefined;
  readonly files: Folder['files'];
  /** What was left out and why, a sentence each. */
  readonly refused: readonly string[];
}

/** A file with its path, as far as it is known. */
export interface Opened {
  readonly path: string;
  readonly file: Pick<File, 'size' | 'arrayBuffer'>;
}

/** Reads what a lab's folder may hold; the rest is told. */
export async function read(opened: readonly Opened[]): Promise<Incoming> {
  const files: Record<string, string> = {};
  const refused: string[] = [];
  let id: string | undefined;
  const take = (path: string, bytes: Uint8Array): void => {
    const place = placeOf(path);
    if (place === undefined) refused.push(`${path} is no file of a lab.`);
    else if (bytes.length > LARGEST) refused.push(`${path} is larger than 2 MB.`);
    else if (Object.keys(files).length >= MOST) refused.push(`${path} is one file too many.`);
    else
      try {
        files[place] = fromBytes(bytes, place);
        id ??= labOf(path);
      } catch {
        refused.push(`${path} is no text in UTF-8.`);
      }
  };
  for (const { path, file } of opened.slice(0, MOST)) {
    if (file.size > 10 * LARGEST) refused.push(`${path} is too large.`);
    else if (path.endsWith('.zip')) {
      for (const [inside, bytes] of await unzipped(new Uint8Array(await file.arrayBuffer()), path, refused))
        take(inside, bytes);
    } else take(path, new Uint8Array(await file.arrayBuffer()));
  }
  if (opened.length > MOST) refused.push(`Only the first ${MOST} files were read.`);
  return { id, files, refused };
}

async function unzipped(bytes: Uint8Array, path: string, refused: string[]): Promise<[string, Uint8Array][]> {
  const { unzipSync } = await import('fflate');
  let taken = 0;
  try {
    // A zip says beforehand how large its files are; what says it is too large is never unpacked.
    const filter = ({ name, originalSize }: { name: string; originalSize: number }): boolean => {
      if (name.endsWith('/') || placeOf(name) === undefined) return false;
      taken += 1;
      if (originalSize <= LARGEST && taken <= MOST) return true;
      refused.push(`${name} is larger than 2 MB, or one file too many.`);
      return false;
    };
    return Object.entries(unzipSync(bytes, { filter }));
  } catch {
    refused.push(`${path} is no zip that can be read.`);
    return [];
  }
}

/** The files of a choice, with their folders if a folder was chosen. */
export const chosen = (list: FileList | null): Opened[] =>
  [...(list ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file }));

/** The files that were dropped, those in folders too. To be called while the drop is handled. */
export async function dropped(data: DataTransfer): Promise<Opened[]> {
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const opened: Opened[] = [];
  const walk = async (entry: FileSystemEntry, depth: number): Promise<void> => {
    if (opened.length >= MOST || depth > 4 || entry.name.startsWith('.')) return;
    if (entry.isFile) {
      const file = await new Promise<File>((resolve, reject) => {
        (entry as FileSystemFileEntry).file(resolve, reject);
      });
      opened.push({ path: entry.fullPath.replace(/^\//, ''), file });
    } else if (entry.isDirectory) {
      const reader = (entry as FileSystemDirectoryEntry).createReader();
      // A reader gives a hundred at a time.
      for (;;) {
        const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
          reader.readEntries(resolve, reject);
        });
        if (some.length === 0) return;
        for (const inside of some) await walk(inside, depth + 1);
      }
    }
  };
  for (const entry of entries) await walk(entry, 0);
  return opened;
}
