// The addresses of the site's pages: labs, documents, and tools.
import { toEnglish, translated } from '../language';

/**
 * Returns the path of a lab's page; an attribute of the page names the lab for the page's script. Labs that have not
 * been translated are on the English pages.
 */
export const labPath = (id: string): string => `${isInLanguage(id) ? '' : toEnglish}labs/${id}.html`;

/** Returns whether a lab exists in the language of the page. */
export const isInLanguage = (id: string): boolean => translated?.includes(id) ?? true;

/** The page for writing labs. */
export const authorPath = `${toEnglish}author.html`;

/** The page for teachers, where a class is graded. */
export const teachPath = `${toEnglish}teach.html`;

/** The model desk, where the parameters of any lab are fitted. */
export const deskPath = `${toEnglish}desk.html`;

/** The page for a lab that its link contains, or that another site publishes. */
export const linkedPath = `${toEnglish}lab.html`;

/** The page for printing and projecting any lab: its worksheet, its answer key, and its slides. */
export const materialsPath = `${toEnglish}materials.html`;

/** The page for drawing a queueing network. */
export const networkPath = `${toEnglish}network.html`;

/** The page of a course: its labs in order, and the progress in all labs together. */
export const coursePath = `${toEnglish}course.html`;

/** The guide to a first lab. */
export const firstLabPath = `${toEnglish}authors/first-lab.html`;

/** The reference for the lab format. */
export const formatPath = `${toEnglish}authors/format.html`;

/** Returns the path of the teacher's guide to a lab. */
export const guidePath = (id: string): string => `${toEnglish}guides/${id}.html`;

/** Returns the relative address of the site's root from a page. */
export const rootOf = (path: string): string => '../'.repeat(path.split('/').length - 1) || './';
