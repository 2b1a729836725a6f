// Stands in for ../lab/published.ts in single-file pages, which have no site.
import { fetchJson } from '../engine/fetch';
import type { Lab } from '../lab/types';
import { addressIn } from './files';

/** There is none. */
export const site: string | undefined = undefined;

export const labFile = (_: string): string => addressIn('lab.json');
export const publishedLab = (id: string): Promise<Lab> => fetchJson(labFile(id));
