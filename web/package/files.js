// The files that pages fetch, for the plugins.
import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const served = /^(embed\.js|frame\.(js|css)|(assets|embed|labs)\/.*)$/;

/** The folder below a site's public path. */
export const folder = 'pathlength/';

/** Each file's name in that folder, and its path here. */
export const files = () =>
  new Map(
    readdirSync(here, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [relative(here, path).replaceAll(sep, '/'), path])
      .filter(([name]) => served.test(name)),
  );
