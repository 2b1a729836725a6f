// The site's labs, from which a lab in the editor may inherit parameters.
import type { LabFiles } from '../lab/compile';
import { labFiles, type Folder } from './folder';
import { labs, sourceOf } from './start-from';

const known = new Map<string, Promise<LabFiles | undefined>>();

/** Fetches a lab once; a failed fetch is repeated at the next call. */
function fetched(id: string): Promise<LabFiles | undefined> {
  const lab = known.get(id) ?? sourceOf(id).then(labFiles, () => void known.delete(id));
  known.set(id, lab);
  return lab;
}

/** Fetches the labs that a folder inherits from; returns a function that finds them. */
export async function siteLabsBeside({ files }: Folder): Promise<(id: string) => LabFiles | undefined> {
  const text = files['parameters.toml'] ?? '';
  const named = new Set(Array.from(text.matchAll(/^\s*inherited_from\s*=\s*["']([\w-]+)["']/gm), ([, id = '']) => id));
  const ids = labs.filter((id) => named.has(id));
  const found = new Map(await Promise.all(ids.map(async (id) => [id, await fetched(id)] as const)));
  return (id) => found.get(id);
}
