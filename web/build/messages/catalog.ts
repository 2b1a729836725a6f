// The catalogue of a language: a file in gettext's format, which programs for translators read.
import { po, type GetTextTranslation } from 'gettext-parser';
import { misfit } from './text.ts';

/** The translations of a language, by message. */
export type Catalogue = ReadonlyMap<string, string>;

const entriesOf = (text: string): GetTextTranslation[] =>
  Object.values(po.parse(text, { defaultCharset: 'utf-8' }).translations[''] ?? {}).filter(({ msgid }) => msgid !== '');

/** Reads a catalogue; messages without a translation are left out. */
export const readCatalogue = (text: string): Catalogue =>
  new Map(entriesOf(text).flatMap(({ msgid, msgstr: [text = ''] }) => (text === '' ? [] : [[msgid, text]])));

/**
 * Writes the catalogue of a language: all messages with the files that contain them, and the translations that are
 * already known. Translations of messages that no file contains anymore are dropped.
 */
export function writeCatalogue(
  language: string,
  messages: ReadonlyMap<string, readonly string[]>,
  known: Catalogue,
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

/** Lists the problems of a catalogue: missing, unknown, and damaged translations, one per line. */
export const catalogueProblems = (messages: Iterable<string>, catalogue: Catalogue): string[] => {
  const expected = new Set(messages);
  return [
    ...[...expected].filter((message) => !catalogue.has(message)).map((message) => `not translated: ${message}`),
    ...[...catalogue.keys()]
      .filter((message) => !expected.has(message))
      .map((message) => `no such message: ${message}`),
    ...[...catalogue].flatMap(([message, translation]) => {
      const wrong = misfit(message, translation);
      return wrong === undefined ? [] : [`“${translation}”: ${wrong}`];
    }),
  ];
};
