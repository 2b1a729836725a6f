// Stands in for ../lab/published.ts in single-file pages, which have no site.
import { fetchJson } from '../engine/fetch';
import type { FitRecord, Lab } from '../lab/types';
import { addressIn } from './files';

/** There is none. */
export const site: string | undefined = undefined;

export const labFile = (_: string): string => addressIn('lab.json');
export const publishedLab = (id: string): Promise<Lab> => fetchJson(labFile(id));

/** None: the lab in the file holds the record of its fit. */
export const publishedFit = (_: string): Promise<FitRecord | undefined> => Promise.resolve(undefined);
