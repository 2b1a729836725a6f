// The draft is saved in this browser, so that closing the page loses nothing.
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

/** Returns the draft of the last visit; undefined if there is no readable draft. */
export function savedDraft(): Folder | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isFolder(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Saves a draft; returns whether the browser stored it. */
export function saveDraft(folder: Folder): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(folder));
    return true;
  } catch {
    return false;
  }
}
