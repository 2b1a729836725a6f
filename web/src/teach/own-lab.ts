// A teacher's own lab, given in addition to the submissions. It is the HTML file or the package that was saved with an
// assignment, the compiled lab, or the lab's folder. If the teacher gives no lab, the link contains it.
import { errorText } from '../engine/error-text';
import type { Folder } from '../author/folder';
import { NoAssignment, readAssignment } from '../classroom/assignment';
import { contentsFile, type Contents } from '../classroom/platform/contents';
import type { NamedFile } from '../components/dropped-files';
import { checkExternalLab } from '../lab/external-lab';
import type { TeacherGuide } from '../lab/compile/teacher';
import type { Lab } from '../lab/types';
import { versionOf } from '../lab/version';
import { Unpacker } from './unpack';

/** The maximum size of a lab file, compressed or not; the command `pathlength` has the same limit. */
const MAX_BYTES = 16 << 20;

/** A lab against which submissions are graded. */
export interface OwnLab {
  id: string;
  title: string;
  hash: string;
  /** The compiled lab as JSON. */
  file: string;
  /** The lab's sources, if the lab was compiled here. */
  folder?: Folder;
  /** The content of the lab's teacher's guide, if the lab was compiled here. */
  guide?: TeacherGuide;
  /** The JSON of the assignment that was saved with the lab. */
  assignment?: string;
  /** The addresses of the lab's pictures, if the saved page contains the pictures. */
  pictures?: Folder['files'];
  /** The folder of the lab's pictures, if the lab was fetched from a site. */
  base?: string;
}

/** The reason why files are not a lab; a sentence without its full stop. */
export class OwnLabError extends Error {
  override name = 'OwnLabError';
}

const choose = 'choose the HTML file that you saved, or the lab’s zip archive or folder';

/** Decompresses a file embedded in a page, up to the limit. */
async function unpacked(text: string): Promise<string> {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return await new Blob(chunks).text();
    size += value.length;
    if (size > MAX_BYTES) throw new Error(`it is larger than 16 MB, so ${choose}`);
    chunks.push(value as Uint8Array<ArrayBuffer>);
  }
}

/** Returns a file embedded in a page; undefined if the page does not contain it. */
async function fileIn(html: string, name: string): Promise<string | undefined> {
  const [, text] = new RegExp(`<script type="text/plain" data-file="${name}"[^>]*>([^<]*)</script>`).exec(html) ?? [];
  return text === undefined ? undefined : unpacked(text);
}

function fromJson(file: string): OwnLab {
  const data = JSON.parse(file) as Lab & { format?: unknown };
  if (typeof data.format === 'string') throw new Error(`it is a submission, so ${choose}`);
  const { id, title } = checkExternalLab(data);
  return { id, title, hash: versionOf(data).lab_hash, file };
}

/** The tag of a picture of the lab, with its attributes. */
const pictureTag = /<img\b(?:"[^"]*"|'[^']*'|[^"'<>])*?\bdata-name=(?:"[^"]*"|'[^']*'|[^"'<>])*>/g;

/** Returns the pictures in the text of a lab's page; the lab in the page contains only their names. */
function picturesIn(html: string): Folder['files'] {
  // The rest of the page has inline styles, which this page's content security policy would report even if nothing were
  // shown.
  const images = html.match(pictureTag)?.join('') ?? '';
  const shown = new DOMParser()
    .parseFromString(images, 'text/html')
    .querySelectorAll<HTMLImageElement>('img[data-name]');
  return Object.fromEntries(
    Array.from(shown, (image) => [image.dataset['name'] ?? '', image.getAttribute('src') ?? '']),
  );
}

async function fromPage(html: string): Promise<OwnLab> {
  const file = await fileIn(html, 'lab.json');
  if (file === undefined) throw new Error(`it is a page without a lab, so ${choose}`);
  const own: OwnLab = { ...fromJson(file), pictures: picturesIn(html) };
  const contents = await fileIn(html, contentsFile);
  if (contents === undefined) return own;
  const { assignment } = JSON.parse(contents) as Contents;
  const { lab } = readAssignment(assignment);
  if (lab !== own.id) throw new NoAssignment(`its assignment is for another lab, “${lab}”`);
  return { ...own, assignment: JSON.stringify(assignment) };
}

/** Returns the page in a package for a learning platform; undefined if the archive is not a package. */
function pageIn(path: string, bytes: Uint8Array): string | undefined {
  for (const found of new Unpacker().unpack(path, bytes))
    if (found.path === `${path}/index.html` && 'bytes' in found) return new TextDecoder().decode(found.bytes);
  return undefined;
}

/** Compiles the sources of a lab. */
async function compiledFolder(folder: Folder): Promise<OwnLab> {
  const [{ compiler }, { bare }] = await Promise.all([import('../author/compiler'), import('../author/folder')]);
  const { lab, problems, guide } = await compiler.ask('compile', [bare(folder)]);
  if (lab) return { ...fromJson(JSON.stringify(lab)), folder, guide };
  const errors = problems.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  const place = first && `${first.file}:${first.line}: ${first.message}`;
  throw new OwnLabError(`Your lab has ${errors.length === 1 ? 'an error' : `${errors.length} errors`}: ${place}`);
}

/** Compiles the files of a lab. */
async function compiled(given: readonly NamedFile[]): Promise<OwnLab> {
  const [{ compiler }, { readFiles }, { nameFrom }] = await Promise.all([
    import('../author/compiler'),
    import('../author/import'),
    import('../author/folder'),
  ]);
  const { id, files } = await readFiles(given, (bytes, path) => compiler.ask('unzip', [bytes, path]));
  if (files['lab.md'] === undefined) throw new OwnLabError(`These files contain no lab: ${choose}`);
  return compiledFolder({ id: nameFrom(id ?? 'my-lab'), files });
}

/**
 * Returns the lab in the link of an assignment, or at the address that the link names; undefined if the site publishes
 * the lab.
 *
 * @throws {OwnLabError} If it cannot be used.
 */
export async function ownLabOf(link: string): Promise<OwnLab | undefined> {
  const address = /https?:\/\/\S+/.exec(link)?.[0];
  if (address === undefined) return undefined;
  const { folderIn, hasLab, hostedLabIn } = await import('../author/link');
  try {
    if (hasLab(address)) return await compiledFolder(folderIn(address));
    const url = hostedLabIn(address);
    if (!url) return undefined;
    const { fetchLimited } = await import('../lab/external-fetch');
    return { ...fromJson(JSON.stringify(await fetchLimited(url))), base: new URL('./', url).href };
  } catch (error) {
    if (error instanceof OwnLabError) throw error;
    throw new OwnLabError(`The lab of this link cannot be used: ${errorText(error).replace(/\.$/, '')}`);
  }
}

/**
 * Reads a lab from the files that a teacher gives.
 *
 * @throws {OwnLabError} If they are not a lab.
 */
export async function readOwnLab(given: readonly NamedFile[]): Promise<OwnLab> {
  const [only] = given;
  if (only === undefined || given.length > 1) return compiled(given);
  const { path, file } = only;
  if (file.size > MAX_BYTES) throw new OwnLabError(`${path} is larger than 16 MB: ${choose}`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = path.endsWith('.zip') ? pageIn(path, bytes) : new TextDecoder().decode(bytes);
  const isPage = /^\s*<!doctype html/i.test(text ?? '');
  if (text === undefined || !(isPage || text.trimStart().startsWith('{'))) return compiled(given);
  try {
    return isPage ? await fromPage(text) : fromJson(text);
  } catch (error) {
    throw new OwnLabError(`${path} cannot be read as a lab: ${errorText(error)}`);
  }
}
