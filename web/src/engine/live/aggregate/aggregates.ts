// Plans and aggregates, on top of their WebAssembly module. Long tasks run in slices.
import init, {
  AggregateView,
  ConsoleView,
  PlanView,
  type AggregateInfo,
  type DirectoryPages,
} from '../../pkg/zfs-migration/pathlength_web';
import { refusalOf } from '../../failure';
import type { Handlers, ChunkedTask } from '../../serve';
import type { Answer, FillResult, Format, AggregateApi, Pages, AggregateSnapshot, Plan, Version } from './protocol';

/** Available in workers, but missing from the type library for pages. */
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

/** Bytes of text to read at a time. */
const chunk = 1 << 16;
/** Bytes of names to add at a time. */
const turn = 4096;
/** Files to remove at a time. */
const removals = 200;

let plan: PlanView | undefined;
let aggregate: AggregateView | undefined;
let entered: ConsoleView | undefined;
function opened(): AggregateView {
  if (!aggregate) throw new Error('no aggregate is open: create one');
  return aggregate;
}

/** Yields a text in pieces, each with the share of the text read so far. */
function* pieces(text: Blob, bytes: number): Generator<{ piece: Uint8Array; done: number }, void> {
  const reader = new FileReaderSync();
  for (let from = 0; from < text.size; from += bytes) {
    const end = Math.min(from + bytes, text.size);
    yield { piece: new Uint8Array(reader.readAsArrayBuffer(text.slice(from, end))), done: end / text.size };
  }
}

/** An aggregate, either open or after a power failure. */
interface Inspectable {
  info(): AggregateInfo;
  inUse(): Uint8Array;
  owners(): Uint8Array;
  pages(path: string): DirectoryPages;
}

function pagesOf(view: Inspectable, path: string): Pages {
  const { format, ...rest } = view.pages(path);
  return { ...rest, format: format as Format };
}

function pictureOf(view: Inspectable, path: string | undefined): AggregateSnapshot {
  const { version, ...info } = view.info();
  return {
    ...info,
    version: version as Version,
    inUse: view.inUse(),
    owner: view.owners(),
    directory: path === undefined ? undefined : pagesOf(view, path),
  };
}

function* makePlan(...[text, question]: Parameters<AggregateApi['plan']>): ChunkedTask<Plan> {
  plan?.free();
  plan = undefined;
  const { lab, machine, plex, ownRate, unitBytes, most } = question;
  const next = new PlanView(lab, machine, plex, ownRate, unitBytes);
  let kept = false;
  try {
    // Reading takes longer than measuring, so it accounts for most of the progress.
    for (const { piece, done } of pieces(text, chunk)) {
      next.read(piece);
      yield 0.8 * done;
    }
    next.finish();
    while (!next.prepare()) yield 0.9;
    const report = next.report(most);
    plan = next;
    kept = true;
    return report;
  } finally {
    if (!kept) next.free();
  }
}

function* enter(view: AggregateView, path: string, names: Blob): ChunkedTask<FillResult> {
  let ended = false;
  try {
    for (const { piece, done } of pieces(names, turn)) {
      view.load(path, piece, false);
      yield done;
    }
    ended = true;
    const { entered, rejected, rejections } = view.load(path, new Uint8Array(), true);
    return { entered, rejected, first: rejections[0]?.reason ?? '' };
  } finally {
    // The end of an abandoned text must not be joined to the next text.
    if (!ended) view.load('/', new Uint8Array(), true);
  }
}

function* removeAll(view: AggregateView, path: string): ChunkedTask<number> {
  const all = view.pages(path).names;
  let removed = 0;
  for (let some = view.removeFiles(path, removals); some > 0; some = view.removeFiles(path, removals)) {
    removed += some;
    yield removed / all;
  }
  return removed;
}

const api: Handlers<AggregateApi> = {
  plan: makePlan,
  planCsv() {
    if (!plan) throw new Error('no plan exists yet: read a listing first');
    return plan.csv();
  },
  open({ kilobytes, version, growBy, growTo }) {
    const next = new AggregateView(kilobytes, version, growBy, growTo);
    aggregate?.free();
    aggregate = next;
    return pictureOf(next, '/');
  },
  apply(command) {
    const kilobytes = command.do === 'create' ? command.kilobytes : 0;
    const to = command.do === 'rename' ? command.to : '';
    try {
      opened().apply(command.do, command.path, kilobytes, to);
      return '';
    } catch (error) {
      return refusalOf(error);
    }
  },
  fill: (path, names) => enter(opened(), path, names),
  empty: (path) => removeAll(opened(), path),
  picture: (path) => pictureOf(opened(), path),
  convert(path, to) {
    try {
      const view = opened();
      return { ...view.convert(path, to), purposes: view.writtenPurposes(), blocks: view.writtenBlocks() };
    } catch (error) {
      return refusalOf(error);
    }
  },
  crash(writes, { disk, loss }, path) {
    const unflushed = opened().unflushed(writes, disk);
    const cut = opened().cut(writes, disk, loss);
    const { names, missing, replayed, troubles } = cut;
    const format = cut.format as Format | '';
    try {
      // An unreadable directory has no pages to show.
      const picture = pictureOf(cut, format === '' ? undefined : path);
      return { format, names, missing, unflushed, replayed, troubles, picture };
    } finally {
      cut.free();
    }
  },
  command(line) {
    entered ??= new ConsoleView();
    return entered.answer(line) as Answer[];
  },
};

/** Fetches and starts the module. */
export async function load(module: URL): Promise<Handlers<AggregateApi>> {
  await init({ module_or_path: module });
  return api;
}
