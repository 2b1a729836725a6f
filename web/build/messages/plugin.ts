// Builds the pages in another language: replaces every message in the source files with its translation.
import { dirname, join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';
import { translateSource, type Translate } from './find.ts';
import { isTranslated } from './sources.ts';

/** The folder of the English pages' compiled labs, as source files name it. */
const englishLabs = /(['"`])(\.{1,2})\/engine\/labs\//g;

/**
 * Translates the sources in `src` with `translate` when they are loaded. Uses the formats of numbers, lists, and units
 * in `formats`, the name of a file in `src/language`. Loads the compiled labs from the folder `labs` of `src/engine`.
 */
export function language(src: string, formats: string, labs: string, translate: Translate): Plugin {
  return {
    name: 'pathlength:language',
    enforce: 'pre',
    resolveId(source, importer) {
      const isEnglish = source === './en' && importer !== undefined && dirname(importer) === join(src, 'language');
      return isEnglish ? join(src, 'language', `${formats}.ts`) : undefined;
    },
    transform(code, id) {
      const [file = ''] = id.split('?');
      const path = relative(src, file).split(sep).join('/');
      if (path.startsWith('..') || id.includes('?')) return undefined;
      const located = code.replaceAll(englishLabs, `$1$2/engine/${labs}/`);
      const translated = isTranslated(path) ? translateSource(located, file, translate) : located;
      return translated === code ? undefined : { code: translated, map: null };
    },
  };
}
