import type { Problem } from '../src/lab/compile/index.ts';
import { print } from '../src/lab/compile/index.ts';

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/**
 * Returns the page that the server shows for a lab that does not compile. The server adds the script that reloads the
 * page.
 */
export const problemPage = (id: string, problems: readonly Problem[]): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escape(id)} does not compile · Pathlength</title>
    <link rel="stylesheet" href="/src/design/tokens.css" />
    <link rel="stylesheet" href="/src/design/base.css" />
  </head>
  <body>
    <main class="sheet">
      <h1>${escape(id)} does not compile</h1>
      <p class="lead">The page reappears when you correct this.</p>
      <ul>
        ${problems.map((problem) => `<li><code>${escape(print(problem))}</code></li>`).join('\n        ')}
      </ul>
    </main>
  </body>
</html>
`;
