/**
 * Writes web/dist/package: the built site and its widgets as an npm package, for sites of docs that serve them
 * themselves. All of it is what the site's own readers get; nothing has to be built again.
 */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { at } from './run.mjs';

const to = (...path) => at('web/dist/package', ...path);

export function writePackage() {
  rmSync(to(), { recursive: true, force: true });
  cpSync(at('web/dist/site'), to(), { recursive: true });
  cpSync(at('web/src/embed/README.md'), to('README.md'));
  for (const licence of ['LICENSE-MIT', 'LICENSE-APACHE']) cpSync(at(licence), to(licence));
  const { name, version, description, license } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  const about = {
    name,
    version,
    description,
    license,
    keywords: ['custom-element', 'web-components', 'storage', 'performance', 'simulation', 'teaching'],
    type: 'module',
    exports: { '.': './embed.js', './*': './*' },
    customElements: 'custom-elements.json',
  };
  writeFileSync(to('package.json'), `${JSON.stringify(about, undefined, 2)}\n`);
}
