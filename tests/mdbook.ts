/**
 * Builds an mdBook: with mdBook if it is installed, otherwise with a substitute that supports the features in the
 * example's book.
 */
import { micromark } from 'micromark';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'smol-toml';
import { which } from '../web/build/run.mjs';

/** Builds the book in a folder; returns the folder of its pages. */
export function buildBook(folder: string): string {
  const mdbook = which('mdbook') as string | undefined;
  if (mdbook === undefined) standIn(folder);
  else execFileSync(mdbook, ['build', folder], { stdio: 'pipe' });
  return join(folder, 'book');
}

/** Returns a chapter's page; `README.md` is the page of its folder. */
const pageOf = (chapter: string): string =>
  chapter.replace(/(^|\/)README\.md$/, '$1index.md').replace(/\.md(?=#|$)/, '.html');

function standIn(folder: string): void {
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  const { book } = parse(read('book.toml')) as { book: { title: string; language: string } };
  cpSync(join(folder, 'src'), join(folder, 'book'), {
    recursive: true,
    filter: (path) => !path.endsWith('.md'),
  });
  for (const [, chapter = ''] of read('src/SUMMARY.md').matchAll(/\]\(([^)]+\.md)\)/g)) {
    const root = '../'.repeat(chapter.split('/').length - 1);
    const body = micromark(read(`src/${chapter}`), { allowDangerousHtml: true }).replace(
      /(?<=<a href=")[^":]+\.md(?=[#"])/g,
      pageOf,
    );
    const head = read('theme/head.hbs').replace(/{{\s*path_to_root\s*}}/g, root);
    const page = join(folder, 'book', pageOf(chapter));
    mkdirSync(dirname(page), { recursive: true });
    writeFileSync(
      page,
      `<!doctype html>
<html lang="${book.language}">
  <head><meta charset="utf-8"><title>${book.title}</title><link rel="icon" href="data:,">${head}</head>
  <body><main>${body}</main></body>
</html>
`,
    );
  }
}
