// A lab's folder in the browser's memory. Text is stored as text, pictures as `data:` addresses.
import type { LabFiles } from '../lab/compile/index.ts';

export interface Folder {
  /** The name of the lab. */
  readonly id: string;
  /** The contents of the files, by path relative to the lab's folder. */
  readonly files: Readonly<Record<string, string>>;
}

/** Media types of the pictures that a lab may show, by file extension. */
const pictures: Record<string, string> = {
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
};
const whole = ['lab.md', 'model.toml', 'parameters.toml', 'notes.teacher.md', 'sources.toml', 'ids.txt', 'fit.json'];
const name = '[\\w-][\\w.-]*';

const ending = (path: string): string => path.slice(path.lastIndexOf('.') + 1).toLowerCase();

/** Returns the media type of the picture at a path; undefined for text. */
export const pictureType = (path: string): string | undefined =>
  path.startsWith('images/') ? pictures[ending(path)] : undefined;

/**
 * Returns a file's path in a lab's folder, derived from the end of another path; undefined if the file does not belong
 * to a lab.
 */
export function placeOf(path: string): string | undefined {
  const [, tail = ''] = new RegExp(`(?:^|/)((?:(?:data|images)/)?${name})$`).exec(path.replaceAll('\\', '/')) ?? [];
  const bare = tail.slice(tail.indexOf('/') + 1);
  if (whole.includes(bare)) return bare;
  if (ending(bare) === 'csv' || ending(bare) === 'toml') return `data/${bare}`;
  return ending(bare) in pictures ? `images/${bare}` : undefined;
}

/** Returns the name of the folder above `data` and `images`; undefined if the path does not contain it. */
export const labOf = (path: string): string | undefined =>
  new RegExp(`(?:^|/)(?!(?:data|images)/)(${name})/(?:(?:data|images)/)?${name}$`).exec(
    path.replaceAll('\\', '/'),
  )?.[1];

/** Converts text to a valid lab name: lower-case letters, digits, and hyphens. */
export const nameFrom = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '') || 'my-lab';

/** Returns the paths of a folder, main files first. */
export const paths = ({ files }: Folder): string[] => {
  const rank = (path: string): number => (whole.includes(path) ? whole.indexOf(path) : whole.length);
  return Object.keys(files).sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
};

export const withFile = ({ id, files }: Folder, path: string, text: string): Folder => ({
  id,
  files: { ...files, [path]: text },
});

export const withoutFile = ({ id, files }: Folder, path: string): Folder => ({
  id,
  files: Object.fromEntries(Object.entries(files).filter(([other]) => other !== path)),
});

/** Returns a folder for the compiler, with empty pictures: the compiler checks only whether pictures exist. */
export const bare = ({ id, files }: Folder): Folder => ({
  id,
  files: Object.fromEntries(Object.entries(files).map(([path, text]) => [path, pictureType(path) ? '' : text])),
});

/** Returns a folder as the compiler reads it. */
export const labFiles = ({ id, files }: Folder): LabFiles => ({
  id,
  read: (path) => (Object.hasOwn(files, path) ? files[path] : undefined),
  list: (folder) => {
    const start = folder === '' ? '' : `${folder}/`;
    return Object.keys(files)
      .filter((path) => path.startsWith(start) && !path.slice(start.length).includes('/'))
      .map((path) => path.slice(start.length));
  },
});
