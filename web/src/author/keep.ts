// The draft is kept in this browser, so that a closed page costs nothing.
import type { Folder } from './folder';

const key = 'pathlength:lab';

const isFolder = (value: unknown): value is Folder => {
  const { id, files } = (value ?? {}) as Partial<Folder>;
  return (
    typeof id === 'string' &&
    typeof files === 'object' &&
    files !== null &&
    Object.values(files).every((text) => typeof text === 'string')
  );
};

/** The draft of last time, if there is one that can be read. */
export function kept(): Folder | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isFolder(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a draft; tells whether the browser took it. */
export function keep(folder: Folder): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(folder));
    return true;
  } catch {
    return false;
  }
}
