// Seeds and seals, on top of their WebAssembly module.
import init, { chain, seal as sealed, seedOf } from './pkg/submission/pathlength_submission_wasm';
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
