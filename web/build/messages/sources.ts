// The source files whose messages are translated: those of the home page and of the labs' pages.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { messagesOf } from './find.ts';

/**
 * Files of `web/src` that exist in English only: the tools for authors, teachers, and scientists, widgets, labs as one
 * file, and the compiler. They include the interactive models of labs that are not translated into any language.
 */
const englishOnly =
  /^(?:author|course|desk|embed|file|language|linked|materials|network|teach)\/|^(?:main|tool-pages)\.ts$|^classroom\/(?:package|platform)\/|^engine\/(?:generated|labs[\w-]*|pkg)\/|^lab\/(?:compile|runs|trace)\/|^site\/languages\.ts$|^site\/(?:Author|Course|Desk|Guide|Linked|Materials|Network|Teach)Page\.svelte$|^views\/(?:disk-path|file-pool|journaling|network|tape)\//;

/** Returns whether a file of `web/src` has messages in other languages; `path` is relative to that folder. */
export const isTranslated = (path: string): boolean =>
  /\.(?:svelte|ts)$/.test(path) && !/\.(?:test|d)\.ts$/.test(path) && !englishOnly.test(path);

/** Returns every message of the front end with the files that contain it. */
export function allMessages(src: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(isTranslated).sort();
  for (const file of files)
    for (const message of messagesOf(readFileSync(join(src, file), 'utf8'), file)) {
      const places = found.get(message);
      if (places) places.push(file);
      else found.set(message, [file]);
    }
  return found;
}
