/**
 * The server of `npm start`, for tests: it serves a folder below any path prefix, with the policy under which the pages
 * must work.
 */
import { fileURLToPath } from 'node:url';
import { serve as serveFolder } from '../web/build/serve.mjs';

export { policy } from '../web/build/serve.mjs';

export interface Host {
  /** The address of the folder, with a slash at the end. */
  readonly url: string;
  close(): Promise<void>;
}

/** Returns the folder of a build, by its name below `web/dist`. */
export const dist = (edition: string): string => fileURLToPath(new URL(`../web/dist/${edition}`, import.meta.url));

/** Serves a folder on a free port. A header set to an empty string is not sent. */
export const serve = (folder: string, prefix = '/', headers: Record<string, string> = {}): Promise<Host> =>
  serveFolder(folder, { prefix, headers });
