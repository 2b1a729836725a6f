/** Sets up, builds, and opens the laboratory on this machine: `npm start`. */
import { build } from './build.mjs';
import { at } from './run.mjs';
import { bold, done, Problem } from './say.mjs';
import { serve } from './serve.mjs';

/** Serves the site on the first free port, starting at this one. */
async function serveFrom(port) {
  for (let tries = 0; tries < 50; tries++, port++)
    try {
      return await serve(at('web/dist/site'), { port });
    } catch (error) {
      if (error.code !== 'EADDRINUSE') throw error;
    }
  throw new Problem('No free port was found on this machine: stop another server.');
}

export default async function start() {
  await build();
  const { url } = await serveFrom(4173);
  done(`the laboratory is at ${bold(url)} (stop it with Ctrl+C)`);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(0));
}
