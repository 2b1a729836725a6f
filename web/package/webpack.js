// A plugin for webpack 5: `pathlength/` below the public path contains the widgets' files.
import { readFileSync } from 'node:fs';
import { files, folder } from './files.js';

export const pathlength = () => ({
  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('pathlength', (compilation) => {
      // The files are minified already, and do not count toward webpack's limit for a page's assets.
      const about = { minimized: true, development: true };
      const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compilation.hooks.processAssets.tap({ name: 'pathlength', stage }, () => {
        for (const [name, path] of files())
          compilation.emitAsset(`${folder}${name}`, new sources.RawSource(readFileSync(path)), about);
      });
    });
  },
});
