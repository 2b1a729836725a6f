// Documents of the repository as pages of the site.
import { micromark } from 'micromark';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';

/** The reason why a document cannot become a page. */
class DocumentError extends Error {
  override name = 'DocumentError';
}

/** Returns the id of a heading, as GitHub forms it. */
const idOf = (html: string): string =>
  html
    .replace(/<[^>]*>|&\w+;/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\d\s-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/**
 * Converts a Markdown document, whose first line is its title, to the title and the HTML of the rest. Links to other
 * documents go to their `addresses`; wide examples and tables can be scrolled with the keyboard.
 *
 * @throws {DocumentError} If the document has no title, or if a link leads to another file.
 */
export function htmlOf(markdown: string, addresses: Readonly<Record<string, string>>): { title: string; html: string } {
  const [, title, text] = /^# (.*)\n([\s\S]*)$/.exec(markdown) ?? [];
  if (title === undefined || text === undefined)
    throw new DocumentError('the document does not begin with a title: add a first line such as “# Title”');
  let tables = 0;
  const html = micromark(text, { extensions: [gfmTable()], htmlExtensions: [gfmTableHtml()] })
    .replace(
      /<h([2-6])>(.*?)<\/h\1>/g,
      (_, level: string, inner: string) => `<h${level} id="${idOf(inner)}">${inner}</h${level}>`,
    )
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll(
      '<table>',
      () => `<div class="scroll" role="region" aria-label="Table ${++tables}" tabindex="0"><table class="plain">`,
    )
    .replaceAll('</table>', '</table></div>')
    // A column without a title has no header cell.
    .replace(/<th><\/th>/g, '<td></td>')
    .replace(/href="(?!https:|#)([^"#]*)/g, (_, file: string) => {
      const address = addresses[file];
      if (address === undefined)
        throw new DocumentError(
          `${title} links to ${file}, which is not a page of the site: link to its https address`,
        );
      return `href="${address}`;
    });
  return { title, html };
}
