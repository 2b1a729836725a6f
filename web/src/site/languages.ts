// The same page in other languages.
import { translated } from '../language';

/** A page in another language. */
export interface Version {
  href: string;
  /** The language tag (BCP 47). */
  language: string;
  /** The name of the language, in that language. */
  name: string;
}

const german = { language: 'de', name: 'Deutsch' };
const english = { language: 'en', name: 'English' };

/** The ids of the labs with a German text, listed by the build. */
declare const __GERMAN__: readonly string[] | undefined;
const inGerman: readonly string[] = typeof __GERMAN__ === 'undefined' ? [] : __GERMAN__;

/**
 * Returns the versions of a page in the other languages in which it is available. `path` is its path from the root of
 * its language, and `root` leads to that root. `id` is the id of a lab if the page is that lab's.
 */
export function versionsOf(root: string, path: string, id?: string): Version[] {
  if (translated) return [{ ...english, href: `${root}../${path}` }];
  return id === undefined || inGerman.includes(id) ? [{ ...german, href: `${root}de/${path}` }] : [];
}
