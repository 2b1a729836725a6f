/**
 * Writes web/dist/package: the widgets as an npm package, for sites that serve them themselves. It uses the existing
 * build. The labs' own pages stay on the site; the widgets link to them if the build knows the site's address.
 */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { typesOf } from './package-types.mjs';
import { at } from './run.mjs';

const to = (...path) => at('web/dist/package', ...path);

/** Rewrites a file of the package; throws an error if there is nothing to rewrite. */
function edit(path, from, replace) {
  const text = readFileSync(to(path), 'utf8');
  const edited = text.replace(from, replace);
  if (edited === text) throw new Error(`${path} has no ${from}`);
  writeFileSync(to(path), edited);
}

/** The picture in the package's description, at its path in the repository: npm looks for it there. */
const picture = 'docs/pictures/directory-size.svg';

const json = (value) => `${JSON.stringify(value, undefined, 2)}\n`;
const entry = (name) => ({ types: `./${name}.d.ts`, default: `./${name}.js` });

/** Returns the address of the repository whose workflow builds the package; npm checks it against the provenance. */
export function repositoryAddress({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env) {
  return server && repository ? `${server}/${repository}` : undefined;
}

export function writePackage() {
  rmSync(to(), { recursive: true, force: true });
  cpSync(at('web/dist/embed'), to(), { recursive: true });
  cpSync(at('web/package'), to(), { recursive: true });
  cpSync(at('web/src/embed/README.md'), to('README.md'));
  cpSync(at(picture), to(picture));
  edit('README.md', `../../../${picture}`, picture);
  for (const licence of ['LICENSE-MIT', 'LICENSE-APACHE']) cpSync(at(licence), to(licence));

  const home = process.env.PATHLENGTH_URL?.replace(/\/?$/, '/');
  edit('embed.js', /(["'`])index\.html\1/, JSON.stringify(home ?? 'about:blank'));
  for (const page of readdirSync(to('embed')))
    edit(`embed/${page}`, / <a href="\.\.\/([^"]+)">[^<]*<\/a>/, (link, path) =>
      home ? link.replace(`../${path}`, new URL(path, home).href) : '',
    );

  const manifest = JSON.parse(readFileSync(to('custom-elements.json'), 'utf8'));
  writeFileSync(to('element.d.ts'), typesOf(manifest.modules[0].declarations[0]));

  const repository = repositoryAddress();
  const { name, version, description, license } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  const about = {
    name,
    version,
    description,
    license,
    ...(home && { homepage: home }),
    ...(repository && { repository: { type: 'git', url: `git+${repository}.git` } }),
    keywords: ['custom-element', 'web-components', 'storage', 'performance', 'simulation', 'teaching'],
    type: 'module',
    types: './index.d.ts',
    exports: {
      '.': entry('index'),
      ...Object.fromEntries(['define', 'react', 'vite', 'webpack'].map((one) => [`./${one}`, entry(one)])),
      './*': './*',
    },
    // A bundler may drop all other files: they only define things for their importers.
    sideEffects: ['./index.js', './embed.js', './frame.js', './assets/*.js'],
    customElements: 'custom-elements.json',
  };
  writeFileSync(to('package.json'), json(about));
}
