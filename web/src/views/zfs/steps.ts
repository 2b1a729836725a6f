import { count } from '../../charts/format';
import type { Both, Counts, Operation, Trace } from '../../engine/live/protocol';

/** The kinds of steps, by the numbers the engine gives them. */
export const kind = {
  directoryLocked: 0,
  pageLocked: 1,
  pageProbed: 2,
  levelDescended: 3,
  nameCompared: 4,
  pieceWalked: 5,
  cacheHit: 6,
  bytesCopied: 7,
  blockLogged: 8,
  pageAdded: 9,
  pageFreed: 10,
  split: 11,
  merge: 12,
} as const;

/** Steps too small to be shown one by one: they are only counted. */
const small = new Set<number>([kind.pieceWalked, kind.bytesCopied]);

/** Where the steps to be shown are among all steps. */
export const shown = ({ kinds }: Pick<Trace, 'kinds'>): Uint32Array =>
  Uint32Array.from([...kinds.keys()].filter((at) => !small.has(kinds[at] as number)));

/**
 * How many steps are done at each tick: one more each time at first, then ever more, so that a long search ends in
 * bounded time. Both directories go by the same ticks, so at any tick both have done equally many steps.
 */
export function marks(total: number, singly = 12, most = 60): number[] {
  const ticks: number[] = [];
  const growth = (total / singly) ** (1 / (most - singly));
  for (let at = 0; at < total;) {
    const grouped = total > most && ticks.length >= singly;
    const grown = grouped ? Math.round(singly * growth ** (ticks.length + 1 - singly)) : 0;
    at = Math.min(total, Math.max(at + 1, grown));
    ticks.push(at);
  }
  return ticks;
}

/** What a reader may count while the steps go by. */
export interface Tally {
  probed: number;
  compared: number;
  levels: number;
  logged: number;
}

export const tallyOf = (counts: Counts): Tally => ({
  probed: counts.pages_probed,
  compared: counts.names_compared,
  levels: counts.levels_descended,
  logged: counts.blocks_logged,
});

/** What a directory looks like after some of its steps. */
export interface Scene {
  tally: Tally;
  /** The block in hand. */
  block: number | undefined;
  /** Blocks that were visited so far. */
  visited: Set<number>;
  /** Byte offset in the block of the entry in hand. */
  entry: number | undefined;
  /** The last step in words. */
  text: string;
  /** Whether the pages have changed by now: a page was added, freed, split or merged. */
  changed: boolean;
  done: boolean;
}

/** The scene after `done` of the steps at `places`. */
export function sceneAt(trace: Trace, places: Uint32Array, done: number, where: (block: number) => string): Scene {
  const tally: Tally = { probed: 0, compared: 0, levels: 0, logged: 0 };
  const scene: Scene = {
    tally,
    block: undefined,
    visited: new Set(),
    entry: undefined,
    text: '',
    changed: false,
    done: done >= places.length,
  };
  const upTo = Math.min(done, places.length);
  for (let i = 0; i < upTo; i++) {
    const at = places[i] as number;
    const subject = trace.subjects[at] as number;
    const other = trace.objects[at] as number;
    switch (trace.kinds[at]) {
      case kind.pageProbed:
        tally.probed++;
        break;
      case kind.levelDescended:
        tally.levels++;
        break;
      case kind.nameCompared:
        tally.compared++;
        scene.entry = subject;
        continue;
      case kind.blockLogged:
        tally.logged++;
        break;
      case kind.split:
        scene.visited.add(other);
        scene.changed = true;
        break;
      case kind.merge:
      case kind.pageAdded:
      case kind.pageFreed:
        scene.changed = true;
        break;
      default:
        if (trace.kinds[at] !== kind.pageLocked) continue;
    }
    if (subject !== scene.block) scene.entry = undefined;
    scene.block = subject;
    scene.visited.add(subject);
  }
  if (upTo > 0) {
    const at = places[upTo - 1] as number;
    scene.text = wordsOf(trace.kinds[at] as number, trace.subjects[at] as number, trace.objects[at] as number, where);
  }
  // Steps beyond the most that are told one by one are in the counts only.
  if (scene.done) scene.tally = tallyOf(trace.counts);
  return scene;
}

/** One step in words. `where` names the page in a block. */
export function wordsOf(step: number, subject: number, other: number, where: (block: number) => string): string {
  switch (step) {
    case kind.directoryLocked:
      return `locks the whole directory, ${other ? 'alone' : 'shared with other readers'}`;
    case kind.pageLocked:
      return `locks ${where(subject)}, ${other ? 'alone' : 'shared with other readers'}`;
    case kind.pageProbed:
      return `probes ${where(subject)}`;
    case kind.levelDescended:
      return `passes ${where(subject)}`;
    case kind.nameCompared:
      return `compares the name with the entry at byte ${count(subject)}`;
    case kind.cacheHit:
      return 'remembers the answer of its last lookup';
    case kind.blockLogged:
      return `logs a change of ${where(subject)}`;
    case kind.pageAdded:
      return `adds ${where(subject)}`;
    case kind.pageFreed:
      return `gives back ${where(subject)}`;
    case kind.split:
      return `splits ${where(subject)}: part of its names go to ${where(other)}`;
    case kind.merge:
      return `merges ${where(other)} into ${where(subject)}`;
    default:
      return '';
  }
}

const many = (n: number, one: string, more = `${one}s`): string => `${count(n)} ${n === 1 ? one : more}`;

/** "a, b and c" */
export const listed = (parts: string[]): string =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;

const nothing = 'did nothing';

/** What a directory did, as the rest of a sentence that begins with its name. */
export function didOf(counts: Counts): string {
  const did = [
    counts.lookup_cache_hits && 'remembered the answer of its last lookup',
    counts.levels_descended && `passed ${many(counts.levels_descended, 'index page')}`,
    counts.pages_probed && `probed ${many(counts.pages_probed, 'page')}`,
    counts.names_compared && `compared ${many(counts.names_compared, 'name')}`,
    counts.splits && `split ${many(counts.splits, 'page')}`,
    counts.merges && `merged ${many(counts.merges, 'pair')} of pages`,
    counts.pages_added && `added ${many(counts.pages_added, 'page')}`,
    counts.pages_freed && `gave back ${many(counts.pages_freed, 'page')}`,
    counts.blocks_logged && `logged ${many(counts.blocks_logged, 'change')}`,
  ].filter((part) => typeof part === 'string');
  return did.length ? listed(did) : nothing;
}

const verbs: Record<Operation | 'list', [done: string, undone: string]> = {
  create: ['Entered', 'Could not enter'],
  lookup: ['Found', 'Did not find'],
  remove: ['Removed', 'Could not remove'],
  list: ['Listed', 'Could not list'],
};

/** What an operation came to, in one or two sentences. */
export function sentence(operation: Operation | 'list', what: string, traces: Both<Trace>): string {
  const { v4, v5 } = traces;
  const [done, undone] = verbs[operation];
  const [by4, by5] = [didOf(v4.counts), didOf(v5.counts)];
  const did = `v4 ${by4}; v5 ${by5}.`;
  if (!v4.failure && !v5.failure) return `${done} ${what}: ${did}`;
  const worked = by4 !== nothing || by5 !== nothing;
  const both = v4.failure && v5.failure && v4.failure !== v5.failure;
  const why = both ? `in v4, ${v4.failure}; in v5, ${v5.failure}` : v4.failure || v5.failure;
  const only = v4.failure && v5.failure ? '' : ` in ${v4.failure ? 'v4' : 'v5'}`;
  return `${undone} ${what}${only}: ${why}.${worked ? ` On the way ${did}` : ''}`;
}
