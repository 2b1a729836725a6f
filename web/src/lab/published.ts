// Files that the site publishes, located relative to this script: widgets load them from other sites.
import { fetchJson } from '../engine/fetch';
import type { FitRecord, Lab } from './types';

/** The site's root; undefined in a single-file lab. Built scripts are one folder below it. */
export const site: string | undefined = new URL(import.meta.env.DEV ? '/' : '../', import.meta.url).href;

/** Returns the address of a lab's compiled file. */
export const labFile = (id: string): string => `${site}labs/${id}/lab.json`;

/** Returns the address of a lab as one file. */
export const labPage = (id: string): string => `${site}file/${id}.html`;

/** Returns the address of a page without a lab, which needs only a lab's files to be a lab as one file. */
export const emptyPage = (): string => `${site}file/lab.template.html`;

/** Fetches a lab with all its text: the page itself keeps only the data of its interactive parts. */
export const publishedLab = (id: string): Promise<Lab> => fetchJson(labFile(id));

/** Fetches the record of a lab's fit. */
export const publishedFit = (id: string): Promise<FitRecord> => fetchJson(`${site}labs/${id}/fit.json`);
