import { scriptIn } from './files';

/** Starts a worker whose script is in the file. Replaces ../engine/spawn.ts there. */
export function start(script: string): () => Worker {
  let address: string | undefined;
  return () => new Worker((address ??= URL.createObjectURL(scriptIn(script.slice(script.lastIndexOf('/') + 1)))));
}
