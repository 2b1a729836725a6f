import { engineWords, type Words } from '../../language';
import { count, counted, listed } from '../../charts/format';
import { directoryEvents, type PerFormat, type Counts, type Operation, type Trace } from '../../engine/live/protocol';
import { indexesOf } from '../../engine/tables';

/** The index of each kind of step. */
export const kind = indexesOf(directoryEvents);

/** Steps that are only counted, not shown individually. */
const small = new Set<number>([kind.pieceWalked, kind.bytesCopied]);

/** Returns the indexes of the displayed steps. */
export const visibleSteps = ({ kinds }: Pick<Trace, 'kinds'>): Uint32Array =>
  Uint32Array.from([...kinds.keys()].filter((at) => !small.has(kinds[at] as number)));

/**
 * Returns the number of finished steps at each tick. Ticks are first single steps, then growing strides, so that a long
 * search takes at most `maxTicks` ticks. Both directories share the ticks, so both have done the same number of steps
 * at each tick.
 */
export function ticksFor(total: number, singleTicks = 12, maxTicks = 60): number[] {
  const ticks: number[] = [];
  const growth = (total / singleTicks) ** (1 / (maxTicks - singleTicks));
  for (let at = 0; at < total;) {
    const grouped = total > maxTicks && ticks.length >= singleTicks;
    const grown = grouped ? Math.round(singleTicks * growth ** (ticks.length + 1 - singleTicks)) : 0;
    at = Math.min(total, Math.max(at + 1, grown));
    ticks.push(at);
  }
  return ticks;
}

/** Counts displayed during playback. */
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

/** The state of a directory's diagram after some of its steps. */
export interface Scene {
  tally: Tally;
  /** The current block. */
  block: number | undefined;
  /** Blocks visited so far. */
  visited: Set<number>;
  /** Byte offset of the current entry in the block. */
  entry: number | undefined;
  /** A description of the last step. */
  text: string;
  /** Whether the pages have changed by now: a page was added, freed, split, or merged. */
  changed: boolean;
  done: boolean;
}

/** Returns the scene after the first `done` of the steps with the indexes `visible`. */
export function sceneAt(trace: Trace, visible: Uint32Array, done: number, where: (block: number) => string): Scene {
  const tally: Tally = { probed: 0, compared: 0, levels: 0, logged: 0 };
  const scene: Scene = {
    tally,
    block: undefined,
    visited: new Set(),
    entry: undefined,
    text: '',
    changed: false,
    done: done >= visible.length,
  };
  const upTo = Math.min(done, visible.length);
  for (let i = 0; i < upTo; i++) {
    const at = visible[i] as number;
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
    const at = visible[upTo - 1] as number;
    scene.text = describeStep(
      trace.kinds[at] as number,
      trace.subjects[at] as number,
      trace.objects[at] as number,
      where,
    );
  }
  // A trace has a limited number of steps; the counts include the steps beyond this limit.
  if (scene.done) scene.tally = tallyOf(trace.counts);
  return scene;
}

/** Describes one step. `where` returns the name of the page in a block. */
export function describeStep(step: number, subject: number, other: number, where: (block: number) => string): string {
  switch (step) {
    case kind.directoryLocked:
      return `locks the whole directory in ${other ? 'exclusive' : 'shared'} mode`;
    case kind.pageLocked:
      return `locks ${where(subject)} in ${other ? 'exclusive' : 'shared'} mode`;
    case kind.pageProbed:
      return `probes ${where(subject)}`;
    case kind.levelDescended:
      return `reads ${where(subject)}`;
    case kind.nameCompared:
      return `compares the name with the entry at byte ${count(subject)}`;
    case kind.cacheHit:
      return 'uses the cached result of its last lookup';
    case kind.blockLogged:
      return `logs a change to ${where(subject)}`;
    case kind.pageAdded:
      return `adds ${where(subject)}`;
    case kind.pageFreed:
      return `frees ${where(subject)}`;
    case kind.split:
      return `splits ${where(subject)}: some of its names move to ${where(other)}`;
    case kind.merge:
      return `merges ${where(other)} into ${where(subject)}`;
    default:
      return '';
  }
}

const nothing = 'did nothing';

/** Describes the work of a directory, as the rest of a sentence that begins with its name. */
export function describeCounts(counts: Counts): string {
  const work = [
    counts.lookup_cache_hits && 'used the cached result of its last lookup',
    counts.levels_descended && `read ${counted(counts.levels_descended, 'index page', 'index pages')}`,
    counts.pages_probed && `probed ${counted(counts.pages_probed, 'page', 'pages')}`,
    counts.names_compared && `compared ${counted(counts.names_compared, 'name', 'names')}`,
    counts.splits && `split ${counted(counts.splits, 'page', 'pages')}`,
    counts.merges && `merged ${counted(counts.merges, 'pair', 'pairs')} of pages`,
    counts.pages_added && `added ${counted(counts.pages_added, 'page', 'pages')}`,
    counts.pages_freed && `freed ${counted(counts.pages_freed, 'page', 'pages')}`,
    counts.blocks_logged && `logged ${counted(counts.blocks_logged, 'change', 'changes')}`,
  ].filter((part) => typeof part === 'string');
  return work.length ? listed(work) : nothing;
}

/** Describes the success of an operation. */
const successes: Record<Operation | 'list', (object: string, did: string) => string> = {
  create: (object, did) => `Added ${object}: ${did}` satisfies Words,
  lookup: (object, did) => `Found ${object}: ${did}` satisfies Words,
  remove: (object, did) => `Removed ${object}: ${did}` satisfies Words,
  list: (object, did) => `Listed ${object}: ${did}` satisfies Words,
};

/** Describes the failure of an operation, in one of the directories or in both. */
const failures: Record<Operation | 'list', (object: string, only: string, why: string) => string> = {
  create: (object, only, why) => `Could not add ${object}${only}. Reason: ${why}.` satisfies Words,
  lookup: (object, only, why) => `Did not find ${object}${only}. Reason: ${why}.` satisfies Words,
  remove: (object, only, why) => `Could not remove ${object}${only}. Reason: ${why}.` satisfies Words,
  list: (object, only, why) => `Could not list ${object}${only}. Reason: ${why}.` satisfies Words,
};

/** Describes the outcome of an operation in one or two sentences. */
export function describeOutcome(operation: Operation | 'list', object: string, traces: PerFormat<Trace>): string {
  const { v4, v5 } = traces;
  const [by4, by5] = [describeCounts(v4.counts), describeCounts(v5.counts)];
  const did = `v4 ${by4}; v5 ${by5}.` satisfies Words;
  if (!v4.failure && !v5.failure) return successes[operation](object, did);
  const worked = by4 !== nothing || by5 !== nothing;
  const [why4, why5] = [engineWords(v4.failure), engineWords(v5.failure)];
  const both = why4 && why5 && why4 !== why5;
  const why = both ? (`in v4, ${why4}; in v5, ${why5}` satisfies Words) : why4 || why5;
  const only = why4 && why5 ? '' : (` in ${why4 ? 'v4' : 'v5'}` satisfies Words);
  return `${failures[operation](object, only, why)}${worked ? (` Before that, ${did}` satisfies Words) : ''}`;
}
