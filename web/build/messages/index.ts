// Reads, checks, and updates the catalogs of all languages.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { catalogProblems, readCatalog, writeCatalog, type Catalog } from './catalog.ts';
import { allMessages } from './sources.ts';

const ending = '.po';

/** Returns the languages that have a catalog in a folder. */
export const languagesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .map((file) => basename(file, ending));

/** Reads the catalog of a language. */
export const catalogOf = (folder: string, language: string): Catalog =>
  readCatalog(readFileSync(join(folder, language + ending), 'utf8'));

/**
 * Updates or creates the catalog of a language; returns the number of messages and the number without a translation.
 */
export function renew(src: string, folder: string, language: string): { messages: number; missing: number } {
  const file = join(folder, language + ending);
  const messages = allMessages(src);
  const known = existsSync(file) ? catalogOf(folder, language) : new Map<string, string>();
  writeFileSync(file, writeCatalog(language, messages, known));
  return { messages: messages.size, missing: [...messages.keys()].filter((one) => !known.has(one)).length };
}

/** Lists the problems of the catalogs in a folder. */
export function problemsIn(src: string, folder: string): string[] {
  const messages = allMessages(src);
  return languagesIn(folder).flatMap((language) =>
    catalogProblems(messages.keys(), catalogOf(folder, language)).map((problem) => `${language}: ${problem}`),
  );
}
