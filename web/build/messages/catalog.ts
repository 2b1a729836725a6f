// The catalog of a language: a file in gettext's format, which programs for translators read.
import { po, type GetTextTranslation } from 'gettext-parser';
import { misfit } from './text.ts';

/** The translations of a language, by message. */
export type Catalog = ReadonlyMap<string, string>;

const entriesOf = (text: string): GetTextTranslation[] =>
  Object.values(po.parse(text, { defaultCharset: 'utf-8' }).translations[''] ?? {}).filter(({ msgid }) => msgid !== '');

/** Reads a catalog; messages without a translation are left out. */
export const readCatalog = (text: string): Catalog =>
  new Map(entriesOf(text).flatMap(({ msgid, msgstr: [text = ''] }) => (text === '' ? [] : [[msgid, text]])));

/**
 * Writes the catalog of a language: all messages with the files that contain them, and the translations that are
 * already known. Translations of messages that no file contains anymore are dropped.
 */
export function writeCatalog(
  language: string,
  messages: ReadonlyMap<string, readonly string[]>,
  known: Catalog,
): string {
  const entries = [...messages].map(([message, files]): [string, GetTextTranslation] => [
    message,
    {
      msgid: message,
      msgstr: [known.get(message) ?? ''],
      comments: { reference: files.join('\n') } as GetTextTranslation['comments'],
    } as GetTextTranslation,
  ]);
  const headers = { Language: language, 'Content-Type': 'text/plain; charset=utf-8' };
  const translations = { '': Object.fromEntries(entries) };
  return `${po.compile({ charset: 'utf-8', headers, translations }, { foldLength: 0 }).toString('utf8').trimEnd()}\n`;
}

/** Lists the problems of a catalog: missing, unknown, and damaged translations, one per line. */
export const catalogProblems = (messages: Iterable<string>, catalog: Catalog): string[] => {
  const expected = new Set(messages);
  return [
    ...[...expected].filter((message) => !catalog.has(message)).map((message) => `not translated: ${message}`),
    ...[...catalog.keys()].filter((message) => !expected.has(message)).map((message) => `no such message: ${message}`),
    ...[...catalog].flatMap(([message, translation]) => {
      const wrong = misfit(message, translation);
      return wrong === undefined ? [] : [`“${translation}”: ${wrong}`];
    }),
  ];
};
