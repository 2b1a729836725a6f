/**
 * Builds the editions of the front end: the site, the widgets for other sites, each lab as one file, and the npm
 * package.
 */
import { cpSync, readFileSync } from 'node:fs';
import { unlessFresh } from './fresh.mjs';
import { repositoryAddress, writePackage } from './package.mjs';
import { at, runModule } from './run.mjs';
import { doing, done, seconds } from './say.mjs';
import { writeVersion } from './versions.mjs';

/**
 * The modes of web/vite.config.ts. Each is built into web/dist/<mode>, but German pages into a folder of the site, which
 * must be built first.
 */
const editions = ['site', 'de', 'pseudo', 'embed', 'file'];
/** The folders of the editions in web/dist. */
const folders = editions.filter((edition) => edition !== 'de');

export async function site() {
  const start = Date.now();
  const compiledLabs = at('web/src/engine/labs');
  const ran = await unlessFresh(
    'site',
    {
      inputs: [
        ...['web', 'labs'],
        // The versions that widgets report, and the files that the package contains.
        ...['package.json', 'CHANGELOG.md', 'package-lock.json', 'Cargo.toml', 'LICENSE-MIT', 'LICENSE-APACHE'],
      ].map((path) => at(path)),
      // Excludes the files that the build itself compiles from labs/, and the examples, which only use the package.
      skip: (path) => path.startsWith(compiledLabs) || path === at('web/examples'),
      outputs: [...folders, 'package'].map((folder) => at('web/dist', folder)),
      settings: [process.env.PATHLENGTH_URL ?? '', repositoryAddress() ?? ''],
    },
    async () => {
      doing('site: building');
      for (const edition of editions)
        await runModule('vite/bin/vite.js', [
          'build',
          '--config',
          'web/vite.config.ts',
          '--mode',
          edition,
          '--logLevel',
          'warn',
        ]);
      // The site serves the widgets, too. Files that both builds contain have the same content and name.
      cpSync(at('web/dist/embed'), at('web/dist/site'), { recursive: true });
      writePackage();
      cpSync(at('web/dist/file'), at('web/dist/site/file'), { recursive: true });
      const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
      writeVersion(at('web/dist/site'), version, readFileSync(at('CHANGELOG.md'), 'utf8'));
    },
  );
  done(`web/dist/${folders.join(', web/dist/')}: ${ran ? `built in ${seconds(start)}` : 'unchanged'}`);
}

export default site;
