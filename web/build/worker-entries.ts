// Keeps other scripts from importing a worker's script: WebKit would then run the worker's script a second time.
import type { Plugin } from 'vite';

/** The fields of a chunk that this file reads. */
interface Chunk {
  fileName: string;
  isEntry: boolean;
  imports: readonly string[];
  dynamicImports: readonly string[];
}

/** Returns the chunks that import an entry, each with that entry. */
export function importsOfEntries(chunks: readonly Chunk[]): [chunk: string, entry: string][] {
  const entries = new Set(chunks.flatMap(({ isEntry, fileName }) => (isEntry ? fileName : [])));
  return chunks.flatMap(({ fileName, imports, dynamicImports }) =>
    [...imports, ...dynamicImports].flatMap((name): [string, string][] =>
      entries.has(name) ? [[fileName, name]] : [],
    ),
  );
}

/**
 * Moves code that a worker shares with parts that it loads later to a separate file. Fails the build if a chunk still
 * imports the worker's own script. WebKit does not find that script among the loaded modules and evaluates it again, so
 * two engines, one without a lab, would answer each call.
 */
export function workerEntries(): Plugin {
  return {
    name: 'pathlength:worker-entries',
    apply: 'build',
    // Vite sets this option to false for workers.
    options: (options) => ({ ...options, preserveEntrySignatures: 'strict' }),
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? output : []));
      for (const [chunk, entry] of importsOfEntries(chunks))
        this.error(
          `${chunk} imports the worker ${entry}, which WebKit then runs twice: move what they share to a module`,
        );
    },
  };
}
