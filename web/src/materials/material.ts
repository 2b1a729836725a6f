// The lab of the page's address, or of the files that a teacher gives.
import { withPictures } from '../author/preview';
import type { TeacherGuide } from '../lab/compile/teacher';
import { publishedLab } from '../lab/published';
import type { Lab } from '../lab/types';
import { labOf } from '../linked/lab';
import type { NamedFile } from '../components/dropped-files';

export const views = ['worksheet', 'key', 'slides', 'guide'] as const;
export type View = (typeof views)[number];

/** The keys of the page's address; `lab` and `src` are for a lab that the site does not publish. */
export const keys = { id: 'id', view: 'view', seed: 'seed', slide: 'slide' } as const;

/** The maximum length of a seed, which teachers type. */
export const MAX_SEED_CHARS = 24;

/** A lab with the data for its materials. */
export interface Material {
  /** The lab as compiled. */
  lab: Lab;
  /** The lab with its pictures. */
  shown: Lab;
  /** The folder of the lab's pictures; empty if the lab contains them. */
  pictures: string;
  /** The content of the guide to a teacher's own lab, if its sources are known. */
  guide?: TeacherGuide;
  /** Whether the site publishes the lab, and thus its guide. */
  isPublished: boolean;
}

export interface PageRequest {
  view: View;
  seed: string;
}

/** Returns the view and the seed of an address, which is untrusted. */
export function pageRequestIn(address: string): PageRequest {
  const query = new URL(address).searchParams;
  const view = query.get(keys.view);
  const seed = (query.get(keys.seed) ?? '').trim().slice(0, MAX_SEED_CHARS);
  return { view: views.find((known) => known === view) ?? 'worksheet', seed };
}

/** Returns an address with another view and seed. */
export function addressWith(address: string, { view, seed }: PageRequest): string {
  const url = new URL(address);
  url.searchParams.set(keys.view, view);
  if (view !== 'slides') url.searchParams.delete(keys.slide);
  if (seed) url.searchParams.set(keys.seed, seed);
  else url.searchParams.delete(keys.seed);
  return url.href;
}

/** Returns the lab of an address; undefined if the address names no lab. */
export async function materialOf(address: string): Promise<Material | undefined> {
  const id = new URL(address).searchParams.get(keys.id);
  if (id === null) {
    const linked = await labOf(address);
    return linked && { ...linked, isPublished: false };
  }
  if (!/^[\w-]+$/.test(id)) throw new Error(`“${id.slice(0, 60)}” is not a lab’s id: choose a lab`);
  const lab = await publishedLab(id);
  return { lab, shown: lab, pictures: `labs/${id}/`, isPublished: true };
}

/** Returns the lab in files: a page with a lab, a compiled lab, a package, a folder, or an archive of a folder. */
export async function materialIn(files: readonly NamedFile[]): Promise<Material> {
  const { readOwnLab } = await import('../teach/own-lab');
  const { file, folder, guide } = await readOwnLab(files);
  const lab = JSON.parse(file) as Lab;
  return {
    lab,
    shown: folder ? withPictures(lab, folder.files) : lab,
    pictures: '',
    ...(guide && { guide }),
    isPublished: false,
  };
}
