// Replaces ../lab/published.ts in single-file pages, which have no site.
import { fetchJson } from '../engine/fetch';
import type { FitRecord, Lab } from '../lab/types';
import { addressIn } from './files';

/** A single-file page has no site. */
export const site: string | undefined = undefined;

export const labFile = (_: string): string => addressIn('lab.json');
/** There is no page to package: only a site makes packages of labs. */
export const labPage = (_: string): string => 'data:,';
export const emptyPage = (): string => 'data:,';
export const publishedLab = (id: string): Promise<Lab> => fetchJson(labFile(id));

export const labText = publishedLab;

/** Returns nothing: the lab in the file contains the record of its fit. */
export const publishedFit = (_: string): Promise<FitRecord | undefined> => Promise.resolve(undefined);
