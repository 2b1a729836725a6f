import { version } from '../../../../package.json';
import { fetchJson } from '../../engine/fetch';
import { site } from '../../lab/published';

interface Versions {
  versions: { version: string; path: string }[];
}

/** Returns the permanent address of this version of the site, or the site itself if versions are not kept. */
export async function findVersionedSite(): Promise<string> {
  const root = site ?? '';
  if (/\/v\/[^/]+\/$/.test(root)) return root;
  const known = await fetchJson<Versions>(`${root}versions.json`).catch((): Versions => ({ versions: [] }));
  return root + (known.versions.find((one) => one.version === version)?.path ?? '');
}
