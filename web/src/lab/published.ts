// Files that the site publishes, located relative to this script, because widgets on other sites load them.
import { fetchJson } from '../engine/fetch';
import { tag, toEnglish } from '../language';
import type { FitRecord, Lab } from './types';

/**
 * The root of the English pages, which have every tool; undefined in a single-file lab. Built scripts are one
 * folder below the root of their language.
 */
export const site: string | undefined = new URL(import.meta.env.DEV ? '/' : `../${toEnglish}`, import.meta.url).href;

/** The root of the pages in this language, which contains the files of the labs in this language. */
const own = new URL(import.meta.env.DEV ? '/' : '../', import.meta.url).href;

/** Returns the address of a lab's compiled file. */
export const labFile = (id: string): string => `${own}labs/${id}/lab.json`;

/** Returns the address of a lab's single-file page. */
export const labPage = (id: string): string => `${site}file/${id}.html`;

/** Returns the address of a single-file page without a lab: adding a lab's files makes it a single-file lab. */
export const emptyPage = (): string => `${site}file/lab.template.html`;

/** Fetches a lab with all its text: the page itself keeps only the data of its interactive parts. */
export const publishedLab = (id: string): Promise<Lab> => fetchJson(labFile(id));

/**
 * Fetches a lab with all its text in the language of the page. The compiled file may be in another language: programs
 * check versions and answers against the English lab.
 */
export const labText = (id: string): Promise<Lab> =>
  tag === 'en' ? publishedLab(id) : fetchJson(`${own}labs/${id}/text.json`);

/** Fetches the record of a lab's fit. */
export const publishedFit = (id: string): Promise<FitRecord> => fetchJson(`${own}labs/${id}/fit.json`);
