/**
 * Builds WebAssembly modules a second time, from a copy in another folder, and compares the bytes: `npm run
 * test:reproducible`.
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { at } from './run.mjs';
import { doing, done, Problem } from './say.mjs';
import { wasmTools } from './tools.mjs';
import { buildModule, moduleFile, modules, sources, wasm } from './wasm.mjs';

const digest = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

export default async function reproducible() {
  await wasmTools();
  await wasm();
  const copy = mkdtempSync(join(tmpdir(), 'pathlength-'));
  try {
    for (const path of sources) cpSync(at(path), join(copy, path), { recursive: true });
    doing('the same sources in another folder: compiling');
    // The other modules are made in the same way. These two are enough to notice a difference, because together they
    // have all kinds of sources: the engine, its bindings, third-party crates, and the codecs' C code.
    const all = modules.filter(({ feature }) => /^tape(-rest)?$/.test(feature));
    const again = (feature) => join(copy, 'out', feature);
    // In parallel, each with its own target folder: cargo locks the folder that it builds in.
    await Promise.all(
      all.map(({ feature }) =>
        buildModule({ feature, out: again(feature) }, { source: copy, target: join(copy, 'elsewhere', feature) }),
      ),
    );
    for (const { feature, out } of all) {
      const [first, second] = [digest(moduleFile(at(out))), digest(moduleFile(again(feature)))];
      if (first !== second) throw new Problem(`${feature}: two builds differ (sha256 ${first} and ${second})`);
      done(`${feature}: sha256 ${first}, twice`);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
