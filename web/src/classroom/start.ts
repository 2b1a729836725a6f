import { engine } from '../engine';
import type { GradableBlock } from '../lab/lean';
import type { Lab } from '../lab/types';
import { followHash } from '../player/follow-hash';
import { openFolds } from '../player/folds.svelte';
import { followCommands } from '../player/commands';
import { listenForKeysHelp } from '../player/keys-help';
import { listenForUndo } from '../player/undo-keys';
import { layOutSections } from '../player/section-layout';
import { syncAddress } from '../player/link/address-sync.svelte';
import type { Notice } from '../player/notice';
import { guardReveals } from '../player/reveals.svelte';
import { Session } from '../session/session.svelte';
import { dismissTips } from '../player/dismiss-tips';
import { hydrateIslands } from '../player/hydrate';
import type { OpenLabPage } from '../player/islands';
import { keys, valueIn } from '../state/address';
import { openLabPage } from './page';
import type { LabSource } from './source';

/** Fetches the predictions and questions of a lab once; after a failure, the next call tries again. */
function once(fetch: () => Promise<Record<string, GradableBlock>>): () => Promise<Record<string, GradableBlock>> {
  let asked: Promise<Record<string, GradableBlock>> | undefined;
  return () => {
    asked ??= fetch();
    asked.catch(() => (asked = undefined));
    return asked;
  };
}

/** Begins the assignment of a page; undefined if it has none. */
export type Begin = (lab: Lab, notice: Notice) => Promise<Session | undefined>;

/** Options for starting a page. */
interface StartOptions {
  /** The address of the file with the lab's questions, if the lab does not contain the model's description. */
  gradingAddress?: string;
  /** The lab on the page if the site does not publish it. */
  source?: LabSource;
  /** Opens the page's assignment: by default, the one in its address. */
  begin?: Begin;
  /** Changes the page before it is hydrated. */
  prepare?: (page: OpenLabPage) => void;
}

/** Returns the session of an assignment; undefined if the page's address contains no usable assignment. */
async function beginLinked(lab: Lab, notice: Notice, source: LabSource | undefined): Promise<Session | undefined> {
  if (valueIn(location.search, keys.assignment) === undefined) return undefined;
  const { beginAssignment } = await import('./begin');
  return beginAssignment(lab, notice, source?.whole);
}

/** Starts a lab on its prerendered page. `asked` fetches the lab's questions. */
export async function start(
  lab: Lab,
  asked: () => Promise<Record<string, GradableBlock>>,
  notice: Notice,
  { gradingAddress, source, begin = (lab, notice) => beginLinked(lab, notice, source), prepare }: StartOptions = {},
): Promise<void> {
  engine.begin('open', [lab, gradingAddress]);
  const work = await begin(lab, notice);
  const page = openLabPage(lab, once(asked), work ?? new Session(lab, { engine }), source);
  prepare?.(page);
  const { session, islands } = page;
  if (!work) await syncAddress(session, (text) => notice(text, 'status'));
  guardReveals(session);
  listenForUndo(session);
  listenForKeysHelp();
  followCommands(session);
  dismissTips();
  const { hydrateAll } = hydrateIslands(islands);
  openFolds(session);
  followHash();
  layOutSections();
  // Printing needs all islands; reading needs only those near the viewport.
  addEventListener('beforeprint', () => void hydrateAll(), { once: true });
}
