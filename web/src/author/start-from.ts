// Starting points for a lab: the template or one of the site's labs.
import type { Folder } from './folder';

const addresses = import.meta.glob<string>('../engine/labs/source/*.json', {
  import: 'default',
  query: '?url',
  eager: true,
});
const template = import.meta.glob<string>('../engine/labs/template/*.json', {
  import: 'default',
  query: '?url',
  eager: true,
});

const idOf = (path: string): string => path.replace(/^.*\/|\.json$/g, '');

/** The site's labs. */
export const labs: readonly string[] = Object.keys(addresses).map(idOf);

async function fetchFiles(address: string | undefined): Promise<Folder['files']> {
  const response = await fetch(address ?? '');
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return response.json() as Promise<Folder['files']>;
}

/** Returns a small working lab. */
export const newLab = async (): Promise<Folder> => ({
  id: 'my-lab',
  files: await fetchFiles(Object.values(template)[0]),
});

/** Returns the sources of one of the site's labs. */
export const sourceOf = async (id: string): Promise<Folder> => ({
  id,
  files: await fetchFiles(addresses[`../engine/labs/source/${id}.json`]),
});
