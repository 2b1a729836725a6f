// What the site publishes, from wherever this script is: its parts may stand in other people's pages.
import { fetchJson } from '../engine/fetch';
import type { FitRecord, Lab } from './types';

/** The site's root; none for a lab that is a file of its own. Built scripts stand one folder below it. */
export const site: string | undefined = new URL(import.meta.env.DEV ? '/' : '../', import.meta.url).href;

/** The address of a lab's compiled file. */
export const labFile = (id: string): string => `${site}labs/${id}/lab.json`;

/** A lab with all its text: the page itself keeps only what its parts need. */
export const publishedLab = (id: string): Promise<Lab> => fetchJson(labFile(id));

/** The record of a lab's fit. */
export const publishedFit = (id: string): Promise<FitRecord> => fetchJson(`${site}labs/${id}/fit.json`);
