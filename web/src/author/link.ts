// A lab in a link: its sources are in the fragment, which no server sees, and the page that opens them compiles them.
import { hostedLab } from '../lab/hosted';
import { deskPath, linkedPath, materialsPath } from '../lab/pages';
import { keys, valueIn } from '../state/address';
import { decode, encode, LinkError } from '../state/code';
import { nameFrom, paths, placeOf, type Folder } from './folder';

/** Too many mail programs, chats, and learning platforms truncate longer links. */
export const MAX_LINK_CHARS = 30_000;
const limits = { chars: MAX_LINK_CHARS, bytes: 1_000_000 };

/** Returns whether a file is unnecessary on pages that show the lab. */
const isLeftOut = (path: string): boolean => path === 'notes.teacher.md' || path === 'sources.toml';

/** Returns a link that opens a lab's sources on a page; undefined if the lab is too large for a link. */
function linkWith(page: string, site: string, folder: Folder, left: (path: string) => boolean): string | undefined {
  const files = Object.fromEntries(
    paths(folder).flatMap((path) => (left(path) ? [] : [[path, folder.files[path] ?? '']])),
  );
  const url = new URL(page, site);
  url.hash = `${keys.lab}=${encode({ id: folder.id, files })}`;
  return url.href.length <= MAX_LINK_CHARS ? url.href : undefined;
}

/** Returns the link to a lab on a site; undefined if the lab is too large for a link. */
export const labLink = (site: string, folder: Folder): string | undefined =>
  linkWith(linkedPath, site, folder, isLeftOut);

/**
 * Returns the link to a lab's teaching materials, with the teacher's notes; undefined if the lab is too large for a
 * link.
 */
export const labMaterialsLink = (site: string, folder: Folder): string | undefined =>
  linkWith(materialsPath, site, folder, (path) => path === 'sources.toml');

/** Returns the link to a lab on the model desk; undefined if the lab is too large for a link. */
export const labDeskLink = (site: string, folder: Folder): string | undefined =>
  linkWith(deskPath, site, folder, isLeftOut);

/**
 * Returns the link to another page for the same lab; `address` is an address of the page that opens labs from links.
 */
export function linkToPage(page: string, address: string): string {
  const url = new URL(page, address);
  const [from, lab] = [new URL(address).searchParams.get(keys.from), valueIn(address, keys.lab)];
  if (from !== null) url.search = `${keys.from}=${encodeURIComponent(from)}`;
  if (lab !== undefined) url.hash = `${keys.lab}=${lab}`;
  return url.href;
}

/** Returns a link that opens the compiled lab at an address. */
export function hostedLabLink(site: string, lab: URL): string {
  const url = new URL(linkedPath, site);
  url.search = `${keys.from}=${encodeURIComponent(lab.href)}`;
  return url.href;
}

/** Returns whether a link contains the sources of a lab. */
export const hasLab = (address: string): boolean => valueIn(address, keys.lab) !== undefined;

/**
 * Returns the lab in an untrusted link.
 *
 * @throws {LinkError} If the link is damaged or does not contain a lab's folder.
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
 * Returns the address of the compiled lab that a link names; undefined if the link names no lab.
 *
 * @throws {LinkError} If a page may not fetch this address.
 */
export function hostedLabIn(address: string): URL | undefined {
  const text = new URL(address).searchParams.get(keys.from);
  return text === null ? undefined : hostedLab(text);
}
