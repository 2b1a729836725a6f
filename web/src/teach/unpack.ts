// Submissions in the archives of learning platforms: zip archives that contain folders and archives, limited in number
// and size.
import { unzipSync, type UnzipFileInfo } from 'fflate';
import { unpackEntry } from '../components/archive';

/** A file among those that a teacher dropped: its bytes, or the reason why it could not be read. */
export type UnpackedFile =
  | { readonly path: string; readonly bytes: Uint8Array }
  /** `broken` files should have been read; the other files are not submissions. */
  | { readonly path: string; readonly reason: string; readonly broken: boolean };

/** Limits for all submissions of one class. */
export interface UnpackLimits {
  /** Maximum size of one unpacked file, in bytes. */
  readonly fileBytes: number;
  /** Maximum size of all unpacked files together, in bytes. */
  readonly totalBytes: number;
  readonly files: number;
  /** Maximum nesting depth of archives. */
  readonly depth: number;
}

export const limits: UnpackLimits = { fileBytes: 64 << 20, totalBytes: 512 << 20, files: 5000, depth: 3 };

/** Files that operating systems put into folders and archives. */
const ofSystem = /(^|\/)(__MACOSX\/.*|\.DS_Store|Thumbs\.db|desktop\.ini)$/i;

const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`;
const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
/** Returns whether an archive has no files: such an archive begins with its end record. */
const isEmptyZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 5 && bytes[3] === 6;

/** The unpacker of all files of a class; the unpacked files count toward its limits. */
export class Unpacker {
  #files = 0;
  #bytes = 0;
  readonly #limits: UnpackLimits;

  constructor(given: UnpackLimits = limits) {
    this.#limits = given;
  }

  /** Yields the files in a file: the file itself, or those in an archive, in the order of the archive. */
  *unpack(path: string, bytes: Uint8Array, depth = 0): Generator<UnpackedFile> {
    if (ofSystem.test(path)) yield { path, reason: 'an operating system file', broken: false };
    else if (isEmptyZip(bytes)) yield { path, reason: 'an empty zip archive', broken: false };
    else if (!isZip(bytes)) yield this.#take(path, bytes);
    else if (depth >= this.#limits.depth)
      yield { path, reason: `archives nested ${depth} deep: unpack them first`, broken: true };
    else yield* this.#archive(path, bytes, depth);
  }

  #take(path: string, bytes: Uint8Array): UnpackedFile {
    this.#files++;
    if (this.#files > this.#limits.files)
      return { path, reason: `more than ${this.#limits.files} files: grade them in batches`, broken: true };
    return { path, bytes };
  }

  *#archive(path: string, bytes: Uint8Array, depth: number): Generator<UnpackedFile> {
    const entries: UnzipFileInfo[] = [];
    try {
      unzipSync(bytes, {
        filter: (entry) => {
          // Entries beyond the limit are neither unpacked nor listed individually.
          if (entries.length <= this.#limits.files) entries.push(entry);
          return false;
        },
      });
    } catch {
      yield { path, reason: 'a damaged zip archive: download it again', broken: true };
      return;
    }
    for (const [at, entry] of entries.entries()) {
      const name = `${path}/${entry.name}`;
      if (entry.name.endsWith('/')) continue;
      if (ofSystem.test(name)) {
        yield { path: name, reason: 'an operating system file', broken: false };
        continue;
      }
      const refusal = this.#refusal(entry);
      if (refusal !== undefined) {
        yield { path: name, reason: refusal, broken: true };
        if (this.#files >= this.#limits.files) return;
        continue;
      }
      this.#bytes += entry.originalSize;
      const inside = unpackEntry(bytes, at);
      if (inside === undefined) yield { path: name, reason: 'damaged in its zip archive', broken: true };
      else yield* this.unpack(name, inside, depth + 1);
    }
  }

  /**
   * Returns the reason why an entry is not unpacked; undefined if it is. An archive declares sizes, and nothing is
   * unpacked beyond them.
   */
  #refusal({ originalSize, compression }: UnzipFileInfo): string | undefined {
    const { fileBytes, totalBytes, files } = this.#limits;
    if (this.#files >= files) return `more than ${files} files: grade them in batches`;
    if (originalSize > fileBytes) return `larger than ${megabytes(fileBytes)}`;
    if (this.#bytes + originalSize > totalBytes)
      return `more than ${megabytes(totalBytes)} in all: grade them in batches`;
    if (compression !== 0 && compression !== 8)
      return 'an unsupported compression or encryption: unpack the archive first';
    return undefined;
  }
}
