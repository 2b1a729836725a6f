// The two directories, on top of their WebAssembly module. Long tasks run in slices.
import { refusalOf } from '../failure';
import type { Handlers, ChunkedTask } from '../serve';
import init, { DirectoryView, type OperationSteps } from '../pkg/zfs-directories-rest/pathlength_web';
import { namesOf } from './names';
import {
  maxPageRows,
  type PerFormat,
  type FillResult,
  type Format,
  type Listing,
  type DirectoryApi,
  type Pages,
  type Trace,
} from './protocol';

/** Available in workers, but missing from the type library for pages. */
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

let directories: PerFormat<DirectoryView>;
const both = <T>(make: (directory: DirectoryView, format: Format) => T): PerFormat<T> => ({
  v4: make(directories.v4, 'v4'),
  v5: make(directories.v5, 'v5'),
});

function reset(): void {
  both((directory) => {
    directory.free();
  });
  directories = empty();
}
const empty = (): PerFormat<DirectoryView> => ({ v4: new DirectoryView('v4'), v5: new DirectoryView('v5') });

function pages(directory: DirectoryView): Pages {
  const { names, bytes, levels } = directory.stat();
  let all: ReturnType<DirectoryView['pages']> = [];
  let failure = '';
  try {
    all = directory.pages();
  } catch (error) {
    failure = refusalOf(error);
  }
  const first = all.slice(0, maxPageRows);
  return {
    names,
    bytes,
    levels,
    block: Uint32Array.from(all, (page) => page.block),
    used: Uint32Array.from(all, (page) => page.used_bytes),
    held: Uint32Array.from(all, (page) => page.names),
    depth: Uint8Array.from(all, (page) => page.depth),
    index: Uint8Array.from(all, (page) => Number(page.index)),
    damaged: Uint8Array.from(all, (page) => Number(page.damage !== '')),
    prefix: first.map(({ prefix }) => prefix),
    suffix: first.map(({ suffix }) => suffix),
    failure,
  };
}

function trace(steps: OperationSteps): Trace {
  const { kinds, subjects, objects, failure = '' } = steps;
  return { kinds, subjects, objects, counts: steps.counts(), failure };
}

function listing(steps: OperationSteps): Listing {
  const { names, next } = steps;
  return { ...trace(steps), names, ...(next !== undefined && { next }) };
}

/** Both directories take turns of a few kilobytes, so that they have the same names whenever a reader cancels. */
const turn = 4096;
const newline = 10;

/** Returns the end of the piece of text that begins at `from`: after a line if possible, and at most one turn away. */
function endOf(text: Uint8Array, from: number): number {
  const end = text.lastIndexOf(newline, Math.min(from + turn, text.length) - 1) + 1;
  return end > from ? end : Math.min(from + turn, text.length);
}

/** Adds a text to both directories; the text arrives in chunks, each with the share read so far. */
function* fill(chunks: Iterable<{ text: Uint8Array; done: number }>, example: () => string): ChunkedTask<FillResult> {
  const time = { v4: 0, v5: 0 };
  const give = (piece: Uint8Array, last: boolean): PerFormat<ReturnType<DirectoryView['load']>> =>
    both((directory, format) => {
      const start = performance.now();
      const report = directory.load(piece, last);
      time[format] += performance.now() - start;
      return report;
    });
  let ended = false;
  try {
    let before = 0;
    for (const { text, done } of chunks) {
      for (let from = 0; from < text.length;) {
        const end = endOf(text, from);
        give(text.subarray(from, end), false);
        from = end;
        yield before + ((done - before) * from) / text.length;
      }
      before = done;
    }
    ended = true;
    return { report: give(new Uint8Array(), true), time, example: example() };
  } finally {
    // The end of an abandoned text must not be joined to the next text. The report on this last chunk is discarded.
    if (!ended) give(new Uint8Array(), true);
  }
}

/** Bytes of a file to read at a time. */
const chunk = 1 << 18;

function* contents(file: Blob): Generator<{ text: Uint8Array; done: number }, void> {
  const reader = new FileReaderSync();
  for (let from = 0; from < file.size; from += chunk) {
    const end = Math.min(from + chunk, file.size);
    yield { text: new Uint8Array(reader.readAsArrayBuffer(file.slice(from, end))), done: end / file.size };
  }
}

const api: Handlers<DirectoryApi> = {
  reset,
  picture: () => both(pages),
  apply: (operation, name) =>
    both((directory) => {
      const steps = directory.apply(operation, name);
      const told = trace(steps);
      steps.free();
      return told;
    }),
  list: (cookies, most) =>
    both((directory, format) => {
      const steps = directory.list(cookies[format], most);
      const told = listing(steps);
      steps.free();
      return told;
    }),
  generate(pattern, from, count, seed) {
    const encoder = new TextEncoder();
    let example = '';
    function* text(): Generator<{ text: Uint8Array; done: number }, void> {
      let lines = '';
      let made = 0;
      for (const name of namesOf(pattern, from, count, seed)) {
        lines += `${name}\n`;
        made++;
        if (made === Math.ceil(count / 2)) example = name;
        if (lines.length < turn && made < count) continue;
        yield { text: encoder.encode(lines), done: made / count };
        lines = '';
      }
    }
    return fill(text(), () => example);
  },
  load: (file) =>
    fill(contents(file), () => {
      const line = new TextDecoder().decode(new FileReaderSync().readAsArrayBuffer(file.slice(0, 300))).split(/\r?\n/);
      return line[0] ?? '';
    }),
  page: (format, at) => directories[format].page(at),
  damage: (format, block, offset, bit) => {
    directories[format].damage(block, offset, bit);
  },
  salvage: () => both((directory) => directory.salvage()),
};

/** Fetches and starts the module, with two empty directories. */
export async function load(module: URL): Promise<Handlers<DirectoryApi>> {
  await init({ module_or_path: module });
  directories = empty();
  return api;
}
