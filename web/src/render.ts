import { render } from 'svelte/server';
import { inOrder, type LabCard } from './lab/card';
import { gradableBlocks } from './lab/lean';
import { site } from './lab/published';
import type { Lab } from './lab/types';
import {
  authorPath,
  coursePath,
  deskPath,
  firstLabPath,
  formatPath,
  guidePath,
  isInLanguage,
  labPath,
  linkedPath,
  materialsPath,
  networkPath,
  rootOf,
  teachPath,
} from './lab/pages';
import { translated } from './language';
import { openLabPage } from './classroom/page';
import type { Island } from './player/islands';
import AuthorPage from './site/AuthorPage.svelte';
import type { TeacherGuide } from './lab/compile/teacher';
import CoursePage from './site/CoursePage.svelte';
import DeskPage from './site/DeskPage.svelte';
import { htmlOf } from './site/document';
import DocumentPage from './site/DocumentPage.svelte';
import GuidePage from './site/GuidePage.svelte';
import Home from './site/Home.svelte';
import type { HomeAnswers } from './site/home-data';
import { homeIslands, raceAnswers } from './site/start';
import { versionsOf, type Version } from './site/languages';
import { pairsOf, partsOf, type Pair, type Part } from './site/part-picture';
import { thumbnailOf } from './site/thumbnail';
import LabPage from './site/LabPage.svelte';
import LinkedPage from './site/LinkedPage.svelte';
import { drawOpening } from './site/opening';
import MaterialsPage from './site/MaterialsPage.svelte';
import NetworkPage from './site/NetworkPage.svelte';
import TeachPage from './site/TeachPage.svelte';

const compiled = import.meta.glob<Lab>('./engine/labs/*.json', { import: 'default', eager: true });
const cardFiles = import.meta.glob<LabCard>('./engine/labs/card/*.json', { import: 'default', eager: true });
const cards = Object.fromEntries(
  Object.entries(cardFiles).map(([file, card]) => [file.slice(file.lastIndexOf('/') + 1, -'.json'.length), card]),
);
const guides = import.meta.glob<TeacherGuide>('./engine/labs/teacher/*.json', { import: 'default', eager: true });
/** The repository's documents for authors, by name. */
const documents = {
  'FIRST-LAB.md': { path: firstLabPath, description: 'A small lab of your own, step by step, with a model and a fit.' },
  'README.md': { path: formatPath, description: 'For authors of labs: every file and block, with examples.' },
};
const documentTexts = import.meta.glob<string>('../../labs/*.md', { query: '?raw', import: 'default', eager: true });
const labs = inOrder(Object.values(compiled), cards);

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const head = (title: string, description: string): string =>
  `<title>${escape(title)}</title><meta name="description" content="${escape(description)}">`;

/** Removes Svelte's hydration markers from text that is not hydrated. */
const unmarked = (html: string): string => html.replace(/<!--.*?-->/g, '');

/** Renders each interactive part into its element of the page. */
async function fill(body: string, islands: Record<string, Island>): Promise<string> {
  const [before = '', ...places] = body.split(/(?<=<div [^>]*?data-island="[^"]+">)/);
  const drawn = await Promise.all(
    [before, ...places].map(async (text) => {
      const name = /data-island="([^"]+)">$/.exec(text)?.[1];
      if (name === undefined) return text;
      const island = islands[name];
      if (!island) throw new Error(`unknown island "${name}"`);
      return text + render((await island.load()).default, { props: await island.props() }).body;
    }),
  );
  return drawn.join('');
}

export interface RenderedPage {
  path: string;
  root: string;
  head: string;
  body: string;
  /** The lab that the page's script opens. */
  lab?: string;
  /** The script of a page other than a lab's. */
  script?: 'author' | 'course' | 'desk' | 'home' | 'linked' | 'materials' | 'network' | 'teach';
  /** A style sheet that only this page needs. */
  style?: string;
  /** The page in other languages. */
  versions?: readonly Version[];
}

async function renderLab(lab: Lab): Promise<RenderedPage> {
  const path = labPath(lab.id);
  const root = rootOf(path);
  // A lab in a single file does not link to other pages.
  const { body } = render(LabPage, { props: site === undefined ? { lab } : { root, lab, labs } });
  const page = openLabPage(lab, () => Promise.resolve(gradableBlocks(lab)));
  if (site !== undefined) drawOpening(page);
  return {
    path,
    root,
    lab: lab.id,
    head: head(`${lab.title} · Pathlength`, lab.summary),
    versions: site === undefined ? [] : versionsOf(root, path, lab.id),
    body: await fill(unmarked(body), page.islands),
  };
}

/**
 * The engine's results, computed during the build. Editions without a home page do not contain the file with these
 * results.
 */
const answers = import.meta.glob<HomeAnswers>('./engine/labs/home/page.json', { import: 'default', eager: true });

async function renderHome(): Promise<RenderedPage> {
  const path = 'index.html';
  const root = rootOf(path);
  const { labs: results = {}, worst } = Object.values(answers)[0] ?? {};
  const entries = await Promise.all(
    labs.map(async (lab) => {
      const card = cards[lab.id] ?? {};
      return {
        lab,
        card,
        thumbnail: await thumbnailOf(lab, card.thumbnail, results[lab.id]?.charts[card.thumbnail ?? '']),
      };
    }),
  );
  const versions = versionsOf(root, path);
  const { body } = render(Home, { props: { root, entries, race: raceAnswers !== undefined, worst, versions } });
  return {
    path,
    root,
    head: head(
      'Pathlength: where a storage operation’s time goes',
      'Labs that reproduce published IBM storage measurements, cell by cell, with working models in your browser.',
    ),
    versions,
    body: await fill(unmarked(body), homeIslands),
    script: 'home',
    style: 'src/design/home.css',
  };
}

function renderAuthor(): RenderedPage {
  const root = rootOf(authorPath);
  return {
    path: authorPath,
    root,
    head: head('Write a lab · Pathlength', 'Write a lab as text and see its page next to the text, in your browser.'),
    body: unmarked(render(AuthorPage, { props: { root } }).body),
    script: 'author',
  };
}

function renderTeach(): RenderedPage {
  const root = rootOf(teachPath);
  return {
    path: teachPath,
    root,
    head: head('Grade a class · Pathlength', 'Replay your students’ files and write your gradebook, in your browser.'),
    body: unmarked(render(TeachPage, { props: { root, labs } }).body),
    script: 'teach',
  };
}

function renderMaterials(): RenderedPage {
  const root = rootOf(materialsPath);
  return {
    path: materialsPath,
    root,
    head: head(
      'Teaching materials · Pathlength',
      'Worksheet, answer key, and slides for any lab, on screen and on paper.',
    ),
    body: unmarked(render(MaterialsPage, { props: { root, labs } }).body),
    script: 'materials',
  };
}

function renderCourse(): RenderedPage {
  const root = rootOf(coursePath);
  return {
    path: coursePath,
    root,
    head: head('Course · Pathlength', 'Labs in order, with your progress in each.'),
    body: unmarked(render(CoursePage, { props: { root, labs } }).body),
    script: 'course',
  };
}

function renderDesk(): RenderedPage {
  const root = rootOf(deskPath);
  return {
    path: deskPath,
    root,
    head: head(
      'Model desk · Pathlength',
      'Refit the parameters of a lab to other cells or to your own values, and see the effect on the errors.',
    ),
    body: unmarked(render(DeskPage, { props: { root, labs } }).body),
    script: 'desk',
  };
}

function renderNetwork(): RenderedPage {
  const root = rootOf(networkPath);
  return {
    path: networkPath,
    root,
    head: head(
      'Draw a queueing network · Pathlength',
      'Draw stations and the routes of requests, find the bottleneck, and see what a faster device would change.',
    ),
    body: unmarked(render(NetworkPage, { props: { root } }).body),
    script: 'network',
  };
}

function renderLinked(): RenderedPage {
  const root = rootOf(linkedPath);
  return {
    path: linkedPath,
    root,
    head: head(
      'A lab from a link · Pathlength',
      'Opens a lab that is not part of this site, from its link or its address.',
    ),
    body: unmarked(render(LinkedPage, { props: { root } }).body),
    script: 'linked',
  };
}

function renderGuide(lab: Lab): RenderedPage[] {
  const guide = guides[`./engine/labs/teacher/${lab.id}.json`];
  if (!guide) return [];
  const path = guidePath(lab.id);
  const root = rootOf(path);
  return [
    {
      path,
      root,
      head: head(`${lab.title}: teacher’s guide · Pathlength`, `Notes and answer key for the lab ${lab.title}.`),
      body: unmarked(render(GuidePage, { props: { root, lab, guide } }).body),
    },
  ];
}

/** Renders a document for authors. */
function renderDocument(name: keyof typeof documents): RenderedPage {
  const { path, description } = documents[name];
  const root = rootOf(path);
  const addresses = Object.fromEntries(
    Object.entries(documents).map(([other, page]) => [other, `${root}${page.path}`]),
  );
  const { title, html } = htmlOf(documentTexts[`../../labs/${name}`] ?? '', addresses);
  return {
    path,
    root,
    head: head(`${title} · Pathlength`, description),
    body: unmarked(render(DocumentPage, { props: { root, title, html } }).body),
  };
}

/** Renders every page as HTML, for the build and for the development server. */
export const renderAll = (): Promise<RenderedPage[]> =>
  Promise.all([
    renderHome(),
    ...labs.filter(({ id }) => isInLanguage(id)).map(renderLab),
    ...(translated ? [] : englishPages()),
  ]);

/** Renders the pages that exist in English only. */
const englishPages = (): (RenderedPage | Promise<RenderedPage>)[] => [
  renderAuthor(),
  renderDocument('FIRST-LAB.md'),
  renderDocument('README.md'),
  renderTeach(),
  renderMaterials(),
  renderCourse(),
  renderDesk(),
  renderNetwork(),
  renderLinked(),
  ...labs.flatMap(renderGuide),
];

/** The charts, tables, and interactive models of a lab, and all its published values with the model's values. */
export interface LabParts {
  lab: Lab;
  parts: Part[];
  pairs: Pair[];
}

/** Draws the parts of every lab. */
export function renderParts(): Promise<LabParts[]> {
  const { labs: results = {} } = Object.values(answers)[0] ?? {};
  return Promise.all(
    labs.map(async (lab) => {
      const known = results[lab.id] ?? { charts: {}, tables: {} };
      return { lab, parts: await partsOf(lab, known), pairs: pairsOf(lab, known) };
    }),
  );
}
