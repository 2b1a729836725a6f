/** Writes the documentation of the Rust crates and prints its location: `npm run docs`. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run, targetDir } from './run.mjs';
import { done } from './say.mjs';

export default async function docs() {
  await run('cargo', ['doc', '--workspace', '--no-deps', '--locked'], { env: { RUSTDOCFLAGS: '-D warnings' } });
  done(`open ${pathToFileURL(join(targetDir, 'doc', 'pathlength_lab', 'index.html')).href}`);
}
