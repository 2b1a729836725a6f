// The pages that other sites embed in frames. Their static content is for readers without scripts.
import { escaped } from '../src/player/export/embed-code.ts';

/** The content of a page that is embedded in frames. */
interface FramePage {
  title: string;
  /** The path to the site's root, such as `../`. */
  root: string;
  /** The attributes of the element, in addition to `loading`. */
  attributes: Record<string, string>;
  /** The HTML for readers without scripts. */
  content: string;
  /** Further tags for the head. */
  head?: string;
}

export function framePage({ title, root, attributes, content, head = '' }: FramePage): string {
  const given = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <meta name="responsive-embedded-sizing" />
    <title>${escaped(title)} · Pathlength</title>
    ${head}<link rel="icon" href="data:," />
    <link rel="stylesheet" href="${root}frame.css" />
    <script type="module" src="${root}embed.js"></script>
    <script type="module" src="${root}frame.js"></script>
  </head>
  <body>
    <main>
      <pathlength-lab${given.join('')} loading="eager">
${content}
      </pathlength-lab>
    </main>
  </body>
</html>
`;
}
