// Labs in other languages: `lab.<language>.md` next to `lab.md`, with the same blocks, ids, data, and answers.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LabFiles } from '../src/lab/compile/index.ts';
import { readPrinted } from '../src/lab/compile/printed.ts';
import type { SceneWords } from '../src/lab/compile/scene-words.ts';
import * as german from '../src/language/de.ts';
import type { Lab } from '../src/lab/types.ts';
import { readCatalog, type Catalog } from './messages/catalog.ts';

/** Returns the ids of the labs in a folder that have a text in a language. */
export const labsIn = (folder: string, language: string): string[] =>
  readdirSync(folder).filter((id) => existsSync(join(folder, id, `lab.${language}.md`)));

/** The words for scenes in each language except English; `text` returns a lab's translation of a text. */
const sceneWords: Readonly<Record<string, (text: SceneWords['text']) => SceneWords>> = {
  de: (text) => ({
    amount: (value, unit) => {
      const many = german.unitWords(unit);
      return `${value.toLocaleString('de')} ${value === 1 ? german.singular(many) : many}`.trim();
    },
    on: 'an',
    off: 'aus',
    views: { value: 'Werte', ratio: 'Verhältnisse zur ersten Reihe', error: 'Fehler des Modells' },
    factor: (word, ends) => `Faktor ${word && `für ${word} `}zwischen ${ends.join(' und ')}`,
    marked: (column, row) => `markiert: ${column}, ${row}`,
    text,
  }),
};

/** Returns the files of a lab with its texts in a language. */
export const inLanguage = (files: LabFiles, language: string, texts: Catalog = new Map()): LabFiles => ({
  ...files,
  language,
  ...(sceneWords[language] && { sceneWords: sceneWords[language]((text) => texts.get(text) ?? text) }),
  read(path) {
    const text = /^(lab|notes\.teacher)\.md$/.test(path)
      ? files.read(path.replace(/md$/, `${language}.md`))
      : undefined;
    return text ?? files.read(path);
  },
});

/** Reads the catalog of a lab's texts outside its Markdown: titles and notes of tables, and parameters. */
export function textsOf(folder: string, language: string): Catalog {
  const file = join(folder, `texts.${language}.po`);
  return existsSync(file) ? readCatalog(readFileSync(file, 'utf8')) : new Map();
}

/** The parts of a lab with texts that are not in its Markdown. */
const described = ['tables', 'parameters', 'outputs', 'description', 'declaration'] as const;

/** Fields that contain names for programs. */
const codeFields = new Set(['condition', 'id', 'key', 'kind', 'model', 'name', 'origin', 'role', 'setting', 'unit']);

/** Changes every text in a value; `key` is the field that holds the value. */
function mapTexts<T>(value: T, change: (text: string) => string, key = ''): T {
  if (typeof value === 'string') return (codeFields.has(key) ? value : change(value)) as T;
  if (Array.isArray(value)) return value.map((one: unknown) => mapTexts(one, change, key)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, mapTexts(one as unknown, change, name)]),
  ) as T;
}

/** Returns a lab with the texts of its tables, parameters, and outputs in the language of a catalog. */
export const translateTexts = (lab: Lab, texts: Catalog): Lab => ({
  ...lab,
  ...Object.fromEntries(
    described.flatMap((part) =>
      lab[part] === undefined ? [] : [[part, mapTexts(lab[part], (text) => texts.get(text) ?? text)]],
    ),
  ),
});

/** Fields with text for readers, which differs between languages. */
const textFields = new Set(['alt', 'caption', 'cite', 'label', 'place', 'summary', 'text', 'title', 'words']);

const isInlines = (value: readonly unknown[]): boolean =>
  value.length > 0 &&
  value.every((one) => {
    const kind = (one as { kind?: unknown } | null)?.kind;
    return ['break', 'code', 'drawn', 'emphasis', 'figure', 'link', 'strong', 'term', 'text'].includes(String(kind));
  });

/**
 * Lists the figures with their numbers, the random numbers, the terms, and the links of running text, sorted: languages
 * order words differently. Labels of brackets in charts are translated, so they are left out.
 */
const marked = (inlines: readonly unknown[], language: string): string[] =>
  inlines
    .flatMap((one): string[] => {
      const { kind, text, href, expression, origin, name, id } = one as Record<string, unknown>;
      const inner = Array.isArray(text) ? marked(text, language) : [];
      if (kind === 'figure')
        return [[origin, readPrinted(String(text), language)?.value, expression].filter(Boolean).join(' ')];
      if (kind === 'drawn') return [`{${String(name)}}`];
      if (kind === 'term') return [`term:${String(id)}`];
      // The pages in another language are one folder deeper, so their links to the model desk begin with another `../`.
      const address = String(href)
        .replace(/&bracket=.*/, '')
        .replace(/^(?:\.\.\/)+(?=desk\.html#)/, '');
      return kind === 'link' ? [address, ...inner] : inner;
    })
    .sort();

/**
 * Lists where a lab's translation differs from the lab in blocks, ids, figures, or answers, one difference per line.
 */
export function differences(lab: unknown, translation: unknown, language: string, path = 'lab'): string[] {
  if (Array.isArray(lab) && Array.isArray(translation)) {
    if (isInlines(lab) || isInlines(translation)) {
      const [expected, found] = [marked(lab, 'en').join(' '), marked(translation, language).join(' ')];
      return expected === found
        ? []
        : [`${path}: has the figures and links ${found || 'none'}, not ${expected || 'none'}`];
    }
    if (lab.length !== translation.length)
      return [`${path}: has ${String(translation.length)} parts, not ${String(lab.length)}`];
    return lab.flatMap((one, at) => differences(one, translation[at], language, `${path}/${nameOf(one) ?? at}`));
  }
  if (typeof lab === 'object' && lab !== null && typeof translation === 'object' && translation !== null) {
    const other = translation as Record<string, unknown>;
    const names = new Set([...Object.keys(lab), ...Object.keys(other)]);
    return [...names].flatMap((name) => {
      const [one, two] = [(lab as Record<string, unknown>)[name], other[name]];
      return textFields.has(name) && typeof one === 'string' && typeof two === 'string'
        ? []
        : differences(one, two, language, `${path}/${name}`);
    });
  }
  return lab === translation ? [] : [`${path}: is ${JSON.stringify(translation)}, not ${JSON.stringify(lab)}`];
}

const nameOf = (value: unknown): string | undefined => {
  const { id, kind } = (value ?? {}) as { id?: unknown; kind?: unknown };
  return typeof id === 'string' ? id : typeof kind === 'string' ? kind : undefined;
};
