// The live part of a widget: it is fetched when the first widget of a page nears the viewport.
import { errorText } from '../engine/error-text';
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
import type { Table } from '../lab/types';
import { originOfTables } from '../player/export/origin';
import { tableColumns, tableRows } from '../player/export/table';
import { fitRecord } from '../player/fit-record';
import { followCommands } from '../player/commands';
import { listenForUndo } from '../player/undo-keys';
import { openLab, type Island } from '../player/islands';
import { guardReveals } from '../player/reveals.svelte';
import { LabRun } from '../player/lab-run.svelte';
import { Session } from '../session/session.svelte';
import { checkState, decode, LinkError } from '../player/link/link';
import type { AttributeValues } from './attributes';
import { computeChartData } from './chart-data';
import { selectContent, type WidgetContent } from './content';
import { canRunWorkers } from './engine';
import { EventReporter, type WidgetEvents } from './events.svelte';
import { followColors } from './host-style';
import { mountIslands } from './islands';
import { acquireLab, type OpenLab } from './labs';
import { resolveLinks } from '../lab/resolve-links';
import { followLink } from './links';
import { encodeState, setPage } from './page-link';
import { Presentation } from './presentation.svelte';
import { adoptSiteSheet } from './style-sheets';
import { submitForm } from './submit-form';
import { WidgetError } from './widget-error';
import Widget from './Widget.svelte';

export type { WidgetEvents } from './events.svelte';

/** The interface of the element for the live part. */
interface WidgetHost {
  root: ShadowRoot;
  style: string;
  home: string;
  /** The current values of the attributes. */
  attributes: () => AttributeValues;
  /** The reader's state in the content that was shown before, if any. */
  previousState: string | undefined;
  emit: <K extends keyof WidgetEvents>(name: K, detail: WidgetEvents[K]) => void;
  /** Reports that the models cannot run, or that the widget failed. */
  fail: (code: string, message: string) => void;
  /** Removes the previous content, just before the new content is mounted. */
  clear: () => void;
  /** Whether no later load has started. */
  isCurrent: () => boolean;
}

/** A shown widget, for the element to control. */
export interface WidgetController {
  readonly lab: string;
  readonly view: string;
  getState(): string;
  /** Returns a sentence for each refused entry. */
  setState(state: string): string[];
  getData(format: 'csv' | 'json'): Promise<string>;
  reset(): void;
  run(): Promise<void>;
  present(attributes: AttributeValues): void;
  remove(): void;
}

/** The site's root: where this script's package keeps its labs. */
const base = new URL(__BASE__, import.meta.url);

/** Returns the address of the requested lab, and whether it is outside this package. */
function addressOf({ lab, src }: AttributeValues): { url: URL; external: boolean } {
  if (src !== undefined) {
    const url = URL.canParse(src, document.baseURI) ? new URL(src, document.baseURI) : undefined;
    if (!url || !/^https?:$/.test(url.protocol))
      throw new WidgetError('no-lab', 'src is not a valid address: give the address of a compiled lab.', 'load');
    return { url, external: true };
  }
  if (lab === undefined || !/^[\w-]{1,100}$/.test(lab))
    throw new WidgetError('no-lab', 'no lab is given: name one, as in lab="disk-paths".', 'load');
  return { url: new URL(`labs/${lab}/lab.json`, base), external: false };
}

/** Shows the requested content; undefined if a later load has started meanwhile. */
export async function showWidget(host: WidgetHost): Promise<WidgetController | undefined> {
  const { url, external } = addressOf(host.attributes());
  const { opened, release } = acquireLab(url, external);
  try {
    const [lab] = await Promise.all([opened, adoptSiteSheet(host.root, host.style)]);
    if (!host.isCurrent()) {
      release();
      return undefined;
    }
    const path = labPath(lab.lab.id);
    const page = !external && URL.canParse(path, host.home) ? new URL(path, host.home).href : undefined;
    return buildWidget(host, lab, page, url, release);
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Restores a state in the format of links. Notifies the reader of entries that did not fit the lab, and returns a
 * sentence for each entry.
 */
function restore(session: Session, text: string, presentation: Presentation): string[] {
  const refused = (notice: string): string[] => {
    presentation.notify(notice);
    return [notice];
  };
  try {
    const { state, adjusted } = checkState(session.lab, decode(text));
    session.restore(state);
    if (adjusted.length === 0) return [];
    return refused(
      `Parts of this state are not valid in this lab and were changed: ${adjusted.slice(0, 5).join(', ')}.`,
    );
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    return refused(
      `${error.message.replace('This link', 'The state of this widget')}. The lab starts from the beginning.`,
    );
  }
}

/**
 * Returns the lab's islands. Most interactive models have their own worker: without workers, they link to the lab's
 * page.
 */
function islandsOf(session: Session, page: string | undefined): Record<string, Island> {
  const { lab } = session;
  const questions = Promise.resolve(gradableBlocks(lab));
  const { islands } = openLab(lab, () => questions, session);
  for (const block of blocksOf(lab))
    if (block.kind === 'model')
      islands[block.id] = {
        load: async () =>
          (await canRunWorkers()) ? import('../player/ModelBlock.svelte') : import('./ModelPageLink.svelte'),
        props: () => ({ session, block, page }),
      };
  // The list of steps would be at the edge of the page, which belongs to the host here.
  delete islands['page:rail'];
  return islands;
}

function buildWidget(
  host: WidgetHost,
  { lab, engine, onrefused }: OpenLab,
  page: string | undefined,
  url: URL,
  release: () => void,
): WidgetController {
  const { root } = host;
  const attributes = host.attributes();
  const adapted = resolveLinks(lab, page);
  const content = selectContent(adapted, attributes);
  const session = new Session(adapted, { engine, ...(attributes.seed && { seed: attributes.seed.slice(0, 200) }) });
  if (page !== undefined) setPage(session, page);
  const presentation = new Presentation();
  presentation.applyAttributes(attributes);
  for (const problem of content.problems) presentation.notify(problem);
  const state = host.previousState || attributes.state;
  if (state) restore(session, state, presentation);

  const files = new URL('./', url).href;
  const onfail = (error: unknown): void => host.fail('widget', errorText(error));
  host.clear();
  const widget = mount(Widget, {
    target: root,
    props: { lab: adapted, session, content, presentation, files, page, follow: followLink(root, page), onfail },
  });
  flushSync();
  const frame = root.lastElementChild as HTMLElement;
  guardReveals(session, root);
  listenForUndo(session, frame);
  followCommands(session, frame);
  frame.addEventListener('click', submitForm);
  const stopFollowing = followColors(root.host as HTMLElement, frame, (themes) => (presentation.page = themes));
  const unmountIslands = mountIslands(frame, islandsOf(session, page), content.view === 'lab', onfail);
  const reports = new EventReporter(session, questionsOf(adapted, content), host.emit);
  const stopListening = onrefused((problem) => {
    presentation.engineProblem = refusalText(problem);
    host.fail(/webassembly|wasm|unsafe-eval/i.test(problem) ? 'wasm-refused' : 'engine', problem);
  });

  return {
    lab: lab.id,
    view: content.view,
    getState: () => encodeState(session),
    setState(state) {
      const refused = state === '' ? [] : restore(session, state, presentation);
      if (state === '') session.reset();
      reports.skip();
      return refused;
    },
    getData: (format) => dataOf(session, content, format),
    reset: () => session.reset(),
    run: async () => {
      const runs = LabRun.of(adapted);
      if (content.view === 'lab') await runs.start(engine);
      for (const run of runs.tables)
        if (content.data && 'table' in content.data && run.table.id === content.data.table.id)
          await runs.ask(engine, run);
    },
    present: (values) => presentation.applyAttributes(values),
    remove() {
      reports.end();
      stopListening();
      stopFollowing();
      unmountIslands();
      void unmount(widget);
      release();
    },
  };
}

/** Returns the questions of a widget. */
const questionsOf = (lab: OpenLab['lab'], { blocks }: WidgetContent) =>
  blocksOf(blocks ? { introduction: [...blocks], steps: [] } : lab).filter((block) => block.kind === 'question');

/** Describes the reason why the models cannot run. */
const refusalText = (problem: string): string =>
  /webassembly|wasm|unsafe-eval/i.test(problem)
    ? 'the page’s security policy does not allow WebAssembly.'
    : `${problem.replace(/\.$/, '')}.`;

async function dataOf(session: Session, { data }: WidgetContent, format: 'csv' | 'json'): Promise<string> {
  if (!data) throw new Error('this view has no data: use table, chart, or playground');
  const tableData = async (table: Table) => {
    const result = await session.engine.ask('reproduce', [table.id]);
    return {
      origin: originOfTables(session.lab, [table.id]),
      columns: tableColumns,
      rows: tableRows(session.lab, table, result, await fitRecord(session.lab)),
    };
  };
  const { origin, columns, rows, ...axes } =
    'table' in data ? await tableData(data.table) : await computeChartData(session, data.chart);
  return format === 'csv' ? csvOf([columns, ...rows]) : JSON.stringify({ ...origin, ...axes, columns, rows });
}
