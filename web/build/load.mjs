/** Loads modules in TypeScript, which this version of Node does not run directly. */
import { createServer } from 'vite';
import { at } from './run.mjs';

/**
 * Loads a module of this folder and passes it to `use`. The compiler of labs also imports modules of the engine once it
 * knows a lab's model, so the loader stays open until `use` returns.
 */
export async function withModule(file, use) {
  const reader = await createServer({
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false, watch: null },
  });
  try {
    return await use(await reader.ssrLoadModule(at('web/build', file)));
  } finally {
    await reader.close();
  }
}
