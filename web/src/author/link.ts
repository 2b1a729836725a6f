// A lab in a link: its sources are in the fragment, which no server sees, and the page that opens them compiles them.
import { hostedLab } from '../lab/hosted';
import { linkedPath } from '../lab/pages';
import { keys, valueIn } from '../state/address';
import { decode, encode, LinkError } from '../state/code';
import { nameFrom, paths, placeOf, type Folder } from './folder';

/** Longer links are cut by too many mail programs, chats, and learning platforms. */
export const MAX_LINK_CHARS = 30_000;
const limits = { chars: MAX_LINK_CHARS, bytes: 1_000_000 };

/** Files that a page with the lab does not need. */
const isLeftOut = (path: string): boolean => path === 'notes.teacher.md' || path === 'sources.toml';

/** Returns the link to a lab on a site; undefined if the lab is too large for one. */
export function labLink(site: string, folder: Folder): string | undefined {
  const files = Object.fromEntries(
    paths(folder).flatMap((path) => (isLeftOut(path) ? [] : [[path, folder.files[path] ?? '']])),
  );
  const url = new URL(linkedPath, site);
  url.hash = `${keys.lab}=${encode({ id: folder.id, files })}`;
  return url.href.length <= MAX_LINK_CHARS ? url.href : undefined;
}

/** Returns a link that opens the compiled lab at an address. */
export function hostedLabLink(site: string, lab: URL): string {
  const url = new URL(linkedPath, site);
  url.search = `${keys.from}=${encodeURIComponent(lab.href)}`;
  return url.href;
}

/** Whether a link contains the sources of a lab. */
export const hasLab = (address: string): boolean => valueIn(address, keys.lab) !== undefined;

/**
 * Returns the lab in a link, which anybody may have written.
 *
 * @throws {LinkError} If it is damaged, or not a lab's folder.
 */
export function folderIn(address: string): Folder {
  const value = decode(valueIn(address, keys.lab) ?? '', limits);
  const { id, files } = (value ?? {}) as { id?: unknown; files?: unknown };
  const isFolder =
    typeof id === 'string' &&
    nameFrom(id) === id &&
    typeof files === 'object' &&
    files !== null &&
    Object.entries(files).every(([path, text]) => placeOf(path) === path && typeof text === 'string');
  if (!isFolder) throw new LinkError('This link contains no lab');
  return { id, files: { ...files } as Folder['files'] };
}

/**
 * Returns the address of the compiled lab that a link names; undefined without one.
 *
 * @throws {LinkError} If a page may not fetch it.
 */
export function hostedLabIn(address: string): URL | undefined {
  const text = new URL(address).searchParams.get(keys.from);
  return text === null ? undefined : hostedLab(text);
}
