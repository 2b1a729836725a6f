import { version } from '../../../../package.json';
import { fetchJson } from '../../lab/fetch';
import { site } from '../../lab/published';

interface Versions {
  versions: { version: string; path: string }[];
}

/** The root of this version of the site, which stays as it is; the site itself where versions are not kept apart. */
export async function fixedSite(): Promise<string> {
  const root = site ?? '';
  if (/\/v\/[^/]+\/$/.test(root)) return root;
  const known = await fetchJson<Versions>(`${root}versions.json`).catch((): Versions => ({ versions: [] }));
  return root + (known.versions.find((one) => one.version === version)?.path ?? '');
}
