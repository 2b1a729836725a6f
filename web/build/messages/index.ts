// Reads, checks, and updates the catalogues of all languages.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { catalogueProblems, readCatalogue, writeCatalogue, type Catalogue } from './catalogue.ts';
import { allMessages } from './sources.ts';

const ending = '.po';

/** Returns the languages that have a catalogue in a folder. */
export const languagesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .map((file) => basename(file, ending));

/** Reads the catalogue of a language. */
export const catalogueOf = (folder: string, language: string): Catalogue =>
  readCatalogue(readFileSync(join(folder, language + ending), 'utf8'));

/**
 * Updates or creates the catalogue of a language; returns the number of messages and the number without a translation.
 */
export function renew(src: string, folder: string, language: string): { messages: number; missing: number } {
  const file = join(folder, language + ending);
  const messages = allMessages(src);
  const known = existsSync(file) ? catalogueOf(folder, language) : new Map<string, string>();
  writeFileSync(file, writeCatalogue(language, messages, known));
  return { messages: messages.size, missing: [...messages.keys()].filter((one) => !known.has(one)).length };
}

/** Lists the problems of the catalogues in a folder. */
export function problemsIn(src: string, folder: string): string[] {
  const messages = allMessages(src);
  return languagesIn(folder).flatMap((language) =>
    catalogueProblems(messages.keys(), catalogueOf(folder, language)).map((problem) => `${language}: ${problem}`),
  );
}
