// Seeds and seals, on top of their WebAssembly module.
import { version } from '../../../package.json';
import init, { canonical, chain, seal as sealed, seedOf, sha256 } from './pkg/submission/pathlength_submission_wasm';
import type { Engine } from './protocol';

export { chain, seedOf };

/** Fetches and starts the module. */
export async function load(module: URL): Promise<void> {
  await init({ module_or_path: module });
}

export const seal: Engine['seal'] = (unsealed) => {
  const done = sealed(unsealed);
  const { text, receipt } = done;
  done.free();
  return { text, receipt };
};

// The engine and the site have one version.
export const versionOf: Engine['versionOf'] = (lab) => ({
  lab_hash: sha256(canonical(JSON.stringify(lab))),
  engine: version,
});
