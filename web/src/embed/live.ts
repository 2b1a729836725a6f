// The live part of a widget: it is fetched when a reader comes near the first one of a page.
import '../design/tokens.css';
import '../design/base.css';
import '../design/figures.css';
import '../design/site.css';
import '../design/lab.css';
import './embed.css';
import { flushSync, mount, unmount } from 'svelte';
import { csvOf } from '../charts/save';
import { blocksOf } from '../lab/blocks';
import { gradableBlocks } from '../lab/lean';
import { labPath } from '../lab/pages';
import { tableColumns, tableRows } from '../player/export/table';
import { listenForUndo } from '../player/keys';
import { openLab, type Island } from '../player/parts';
import { guardReveals } from '../player/reveals.svelte';
import { LabRun } from '../player/run.svelte';
import { Session } from '../session/session.svelte';
import { checked, decode, LinkError } from '../player/link/link';
import type { Wishes } from './attributes';
import { choose, type Chosen } from './chosen';
import { chartData } from './data';
import { workersRun } from './engine';
import { fill } from './fill';
import { submitHere } from './forms';
import { borrow, type Opened } from './labs';
import { setPage, stateOf } from './link-to';
import { Look } from './look.svelte';
import { WidgetError } from './problem';
import { follow, resolved } from './places';
import { Reports, type Told } from './reports.svelte';
import { styled } from './styled';
import Widget from './Widget.svelte';

export type { Told } from './reports.svelte';

/** What the element gives to be filled. */
export interface Place {
  root: ShadowRoot;
  style: string;
  /** What the attributes say by now. */
  wishes: () => Wishes;
  /** The state of what was shown before, if it was of the same lab. */
  before: string | undefined;
  tell: <K extends keyof Told>(name: K, detail: Told[K]) => void;
  /** Told when the models cannot run. */
  fail: (code: string, message: string) => void;
  /** Takes away what is shown, just before the new is. */
  clear: () => void;
  /** Whether it is still wanted. */
  current: () => boolean;
}

/** What is shown, for the element. */
export interface Live {
  readonly lab: string;
  readonly view: string;
  getState(): string;
  setState(state: string): void;
  getData(format: 'csv' | 'json'): Promise<string>;
  reset(): void;
  run(): Promise<void>;
  dress(wishes: Wishes): void;
  remove(): void;
}

/** The site's root: where this script's package keeps its labs. */
const base = new URL(__BASE__, import.meta.url);

/** Where the lab that a page asks for is, and whether it is one of ours. */
function addressOf({ lab, src }: Wishes): { url: URL; foreign: boolean } {
  if (src !== undefined) {
    const url = URL.canParse(src, document.baseURI) ? new URL(src, document.baseURI) : undefined;
    if (!url || !/^https?:$/.test(url.protocol))
      throw new WidgetError('no-lab', 'src is no address that a lab can be fetched from.', 'load');
    return { url, foreign: true };
  }
  if (lab === undefined || !/^[\w-]{1,100}$/.test(lab))
    throw new WidgetError('no-lab', 'say which lab, as in lab="disk-paths".', 'load');
  return { url: new URL(`labs/${lab}/lab.json`, base), foreign: false };
}

/** Shows what is wished; nothing if it was overtaken meanwhile. */
export async function show(place: Place): Promise<Live | undefined> {
  const { url, foreign } = addressOf(place.wishes());
  const { opened, release } = borrow(url, foreign);
  try {
    const [lab] = await Promise.all([opened, styled(place.root, place.style)]);
    if (!place.current()) {
      release();
      return undefined;
    }
    return build(place, lab, foreign ? undefined : new URL(labPath(lab.lab.id), base).href, url, release);
  } catch (error) {
    release();
    throw error;
  }
}

/** Takes a state as links have it; tells what of it could not be used. */
function restore(session: Session, text: string, look: Look): void {
  try {
    const { state, odd } = checked(session.lab, decode(text));
    session.restore(state);
    if (odd.length > 0)
      look.say(`Some of this state does not fit the lab and was changed: ${odd.slice(0, 5).join(', ')}.`);
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    look.say(`${error.message.replace('This link', 'The state of this widget')}. The lab starts afresh.`);
  }
}

/** The lab's parts. Most live pictures have a worker of their own: where none may run, they stay on the lab's page. */
function islandsOf(session: Session, page: string | undefined): Record<string, Island> {
  const { lab } = session;
  const asked = Promise.resolve(gradableBlocks(lab));
  const { islands } = openLab(lab, () => asked, session);
  for (const block of blocksOf(lab))
    if (block.kind === 'model')
      islands[block.id] = {
        load: async () =>
          (await workersRun()) ? import('../player/ModelBlock.svelte') : import('./ModelPlace.svelte'),
        props: () => ({ session, block, page }),
      };
  // The list of steps stands at the page's edge, and this page is somebody else's.
  delete islands['page:rail'];
  return islands;
}

function build(
  place: Place,
  { lab, engine, onrefused }: Opened,
  page: string | undefined,
  url: URL,
  release: () => void,
): Live {
  const { root } = place;
  const wishes = place.wishes();
  const adapted = resolved(lab, page);
  const chosen = choose(adapted, wishes);
  const session = new Session(adapted, { engine, ...(wishes.seed && { seed: wishes.seed.slice(0, 200) }) });
  if (page !== undefined) setPage(session, page);
  const look = new Look();
  look.dress(wishes);
  for (const odd of chosen.odd) look.say(odd);
  const kept = place.before || wishes.state;
  if (kept) restore(session, kept, look);

  const files = new URL('./', url).href;
  const onfail = (error: unknown): void => place.fail('widget', error instanceof Error ? error.message : String(error));
  place.clear();
  const widget = mount(Widget, {
    target: root,
    props: { lab: adapted, session, chosen, look, files, page, follow: follow(root, page), onfail },
  });
  flushSync();
  const frame = root.lastElementChild as HTMLElement;
  guardReveals(session, root);
  listenForUndo(session, frame);
  frame.addEventListener('click', submitHere);
  const empty = fill(frame, islandsOf(session, page), chosen.view === 'lab', onfail);
  const reports = new Reports(session, blocksIn(adapted, chosen), place.tell);
  const deaf = onrefused((problem) => {
    look.refused = refusal(problem);
    place.fail(/webassembly|wasm|unsafe-eval/i.test(problem) ? 'wasm-refused' : 'engine', problem);
  });

  return {
    lab: lab.id,
    view: chosen.view,
    getState: () => stateOf(session),
    setState(state) {
      if (state === '') session.reset();
      else restore(session, state, look);
      reports.skip();
    },
    getData: (format) => dataOf(session, chosen, format),
    reset: () => session.reset(),
    run: async () => {
      const runs = LabRun.of(adapted);
      if (chosen.view === 'lab') await runs.start(engine);
      for (const run of runs.tables)
        if (chosen.data && 'table' in chosen.data && run.table.id === chosen.data.table.id) await runs.ask(engine, run);
    },
    dress: (wishes) => look.dress(wishes),
    remove() {
      reports.end();
      deaf();
      empty();
      void unmount(widget);
      release();
    },
  };
}

/** What a widget asks its reader. */
const blocksIn = (lab: Opened['lab'], { blocks }: Chosen) =>
  blocksOf(blocks ? { introduction: [...blocks], steps: [] } : lab).filter((block) => block.kind === 'question');

/** Why the models cannot run, for readers. */
const refusal = (problem: string): string =>
  /webassembly|wasm|unsafe-eval/i.test(problem)
    ? 'the page’s policy does not allow WebAssembly.'
    : `${problem.replace(/\.$/, '')}.`;

async function dataOf(session: Session, { data }: Chosen, format: 'csv' | 'json'): Promise<string> {
  if (!data) throw new Error('only the views table, chart and playground have data');
  const { columns, rows } =
    'table' in data
      ? { columns: tableColumns, rows: tableRows(data.table, await session.engine.ask('reproduce', [data.table.id])) }
      : await chartData(session, data.chart);
  return format === 'csv' ? csvOf([columns, ...rows]) : JSON.stringify({ lab: session.lab.id, columns, rows });
}
