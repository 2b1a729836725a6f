/** Rebuilds while you edit (`npm run dev`): the engine when Rust changes, everything else through Vite's dev server. */
import { watch } from 'node:fs';
import { createServer } from 'vite';
import { at } from './run.mjs';
import { bold, done, failed, heading, Problem } from './say.mjs';
import { setup } from './setup.mjs';
import { wasm } from './wasm.mjs';

/** Serves the site and prints the address of `page`, a path below its root. */
export default async function dev(page = '') {
  await setup();
  heading('Development');
  await wasm();

  let changed = false;
  let building = false;
  async function rebuild() {
    if (building) return;
    building = true;
    while (changed) {
      changed = false;
      await wasm().catch((error) => {
        if (!(error instanceof Problem)) throw error;
        failed('the engine does not compile; waiting for the next change');
      });
    }
    building = false;
  }

  let timer;
  watch(at('engine'), { recursive: true }, (_, file) => {
    if (!/\.(rs|toml)$/.test(file ?? '')) return;
    changed = true;
    // An editor saves in several steps; wait for the last one.
    clearTimeout(timer);
    timer = setTimeout(rebuild, 200);
  });
  done('watching engine/');
  const server = await createServer({ configFile: at('web/vite.config.ts'), server: { host: '127.0.0.1' } });
  await server.listen();
  const [address = ''] = server.resolvedUrls?.local ?? [];
  done(`the site is at ${bold(new URL(page, address).href)} (stop it with Ctrl+C)`);
}
