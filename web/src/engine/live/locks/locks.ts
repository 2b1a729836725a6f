// Directories shared by tasks, on top of their WebAssembly module. Measurements and simulations run in slices.
import init, { SharedDirectories, type SharedDirectoryView } from '../../pkg/zfs-directories-rest/pathlength_web';
import type { ChunkedTask, Handlers } from '../../serve';
import type { LockedDirectory, LocksApi, TaskLoad } from './protocol';

let kept: { key: string; directories: SharedDirectories } | undefined;

/** Returns the directories with these costs; the last directories are cached with their measurements. */
function directoriesWith(parameters: Readonly<Record<string, number>>): SharedDirectories {
  const key = JSON.stringify(parameters);
  if (kept?.key === key) return kept.directories;
  const directories = new SharedDirectories(parameters);
  kept?.directories.free();
  kept = { key, directories };
  return directories;
}

function* open(
  directories: SharedDirectories,
  { format, locks }: LockedDirectory,
  { names, tasks, updates }: TaskLoad,
): ChunkedTask<SharedDirectoryView> {
  while (!directories.prepare(format, names)) yield 0;
  return directories.open(format, names, locks, tasks, updates);
}

const api: Handlers<LocksApi> = {
  *run(parameters, directory, load, moments) {
    const opened = yield* open(directoriesWith(parameters), directory, load);
    const [throughput = NaN, busy = NaN, lockWaitUs = NaN] = opened.run();
    const trace = opened.trace(moments);
    const { times, states, updates, pages } = trace;
    trace.free();
    const pageCount = opened.pages;
    opened.free();
    return { pageCount, throughput, busy, lockWaitUs, times, states, updates, pages };
  },
  *sweep(parameters, directories, load, tasks) {
    const all = new Float64Array(directories.length * tasks.length);
    for (const at of all.keys()) {
      const directory = directories[Math.floor(at / tasks.length)];
      if (!directory) break;
      const given = { ...load, tasks: tasks[at % tasks.length] ?? 1 };
      const opened = yield* open(directoriesWith(parameters), directory, given);
      all[at] = opened.run()[0] ?? NaN;
      opened.free();
      yield (at + 1) / all.length;
    }
    return all;
  },
};

/** Fetches and starts the module. */
export async function load(module: URL): Promise<Handlers<LocksApi>> {
  await init({ module_or_path: module });
  return api;
}
