// The site's labs, from which a lab in the editor may inherit parameters.
import type { LabFiles } from '../lab/compile';
import { publishedFit } from '../lab/published';
import { labFiles, type Folder } from './folder';
import { labs, sourceOf } from './start-from';

const known = new Map<string, Promise<LabFiles | undefined>>();

/** Fetches a lab with the record of its fit, which contains the intervals of its fitted parameters. */
async function fetchLab(id: string): Promise<LabFiles> {
  const source = await sourceOf(id);
  if (!/\b(fitted_on|inherited_from)\b/.test(source.files['parameters.toml'] ?? '')) return labFiles(source);
  const fit = JSON.stringify(await publishedFit(id));
  return labFiles({ id, files: { ...source.files, 'fit.json': fit } });
}

/** Fetches a lab once; the next call repeats a failed fetch. */
function fetched(id: string): Promise<LabFiles | undefined> {
  const lab = known.get(id) ?? fetchLab(id).catch(() => void known.delete(id));
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
