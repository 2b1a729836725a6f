/** Builds the editions of the web front end: the site, the widgets for other people's pages, each lab as one file, the package. */
import { cpSync, readFileSync } from 'node:fs';
import { unlessFresh } from './fresh.mjs';
import { writePackage } from './package.mjs';
import { at, runModule } from './run.mjs';
import { doing, done, seconds } from './say.mjs';
import { writeVersion } from './versions.mjs';

/** The modes of web/vite.config.ts, built into web/dist/<mode>. */
const editions = ['site', 'embed', 'file'];

export async function site() {
  const start = Date.now();
  const compiledLabs = at('web/src/engine/labs');
  const ran = await unlessFresh(
    'site',
    {
      inputs: [
        ...['web', 'labs'],
        // The versions that the widgets tell, and what goes into the package.
        ...['package.json', 'CHANGELOG.md', 'package-lock.json', 'Cargo.toml', 'LICENSE-MIT', 'LICENSE-APACHE'],
      ].map((path) => at(path)),
      // Compiled from labs/ by the build itself, and what only uses the package.
      skip: (path) => path.startsWith(compiledLabs) || path === at('web/examples'),
      outputs: [...editions, 'package'].map((edition) => at('web/dist', edition)),
      settings: [process.env.PATHLENGTH_URL ?? ''],
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
      // The site serves the widgets too. Files that both contain are the same, under the same name.
      cpSync(at('web/dist/embed'), at('web/dist/site'), { recursive: true });
      writePackage();
      cpSync(at('web/dist/file'), at('web/dist/site/file'), { recursive: true });
      const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
      writeVersion(at('web/dist/site'), version, readFileSync(at('CHANGELOG.md'), 'utf8'));
    },
  );
  done(`web/dist/${editions.join(', web/dist/')}: ${ran ? `built in ${seconds(start)}` : 'unchanged'}`);
}

export default site;
