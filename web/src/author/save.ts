// Files are saved to the author's disk and sent nowhere.
import { bytesOf } from './bytes';
import { type Folder, pictureType } from './folder';

function download(bytes: Uint8Array<ArrayBuffer>, name: string, type: string): void {
  const address = URL.createObjectURL(new Blob([bytes], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // By then, the download has started.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Saves one file under its own name. */
export function saveFile({ files }: Folder, path: string): void {
  const name = path.slice(path.lastIndexOf('/') + 1);
  download(bytesOf(files[path] ?? '', path), name, pictureType(path) ?? 'text/plain');
}

/** Returns the whole folder as the bytes of a zip archive. */
export async function zipOf({ id, files }: Folder): Promise<Uint8Array<ArrayBuffer>> {
  const { zipSync } = await import('fflate');
  const inside = Object.entries(files).map(([path, text]) => [`${id}/${path}`, bytesOf(text, path)] as const);
  return zipSync(Object.fromEntries(inside)) as Uint8Array<ArrayBuffer>;
}

/** Saves the whole folder as a zip archive. */
export async function saveAll(folder: Folder): Promise<void> {
  download(await zipOf(folder), `${folder.id}.zip`, 'application/zip');
}
