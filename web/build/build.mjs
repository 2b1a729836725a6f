/** Builds everything that a reader's browser needs from the sources: `npm run build`. */
import { heading } from './say.mjs';
import { setup } from './setup.mjs';
import { site } from './site.mjs';
import { wasm } from './wasm.mjs';

export async function build() {
  await setup();
  heading('Build');
  await wasm();
  await site();
}

export default build;
