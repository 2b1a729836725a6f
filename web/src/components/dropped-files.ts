// Files that a reader opens or drops, with their paths.

/** A file with its path, as far as the browser provides it. */
export interface NamedFile {
  readonly path: string;
  readonly file: Pick<File, 'size' | 'arrayBuffer'>;
}

/** The limits for dropped folders. */
export interface DropLimits {
  readonly files: number;
  /** The maximum depth of nested folders. */
  readonly depth: number;
  /** Whether to skip files and folders whose names begin with a dot. */
  readonly visibleOnly: boolean;
}

/** Returns the chosen files, with their paths if a folder was chosen. */
export const chosenFiles = (list: FileList | null): NamedFile[] =>
  [...(list ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file }));

/** Returns the dropped files, including those in folders. Call this function while the drop event is handled. */
export async function droppedFiles(data: DataTransfer, limits: DropLimits): Promise<NamedFile[]> {
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const opened: NamedFile[] = [];
  const walk = async (entry: FileSystemEntry, depth: number): Promise<void> => {
    if (opened.length >= limits.files || depth > limits.depth) return;
    if (limits.visibleOnly && entry.name.startsWith('.')) return;
    if (entry.isFile) {
      const file = await new Promise<File>((resolve, reject) => {
        (entry as FileSystemFileEntry).file(resolve, reject);
      });
      opened.push({ path: entry.fullPath.replace(/^\//, ''), file });
    } else if (entry.isDirectory) {
      const reader = (entry as FileSystemDirectoryEntry).createReader();
      // A directory reader may return only some of the entries per call, for instance a hundred.
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
