import { render } from 'svelte/server';
import { gradableBlocks } from './lab/lean';
import { site } from './lab/published';
import type { Lab } from './lab/types';
import { authorPath, labPath, rootOf } from './lab/pages';
import { openLabPage } from './classroom/page';
import type { Island } from './player/islands';
import AuthorPage from './site/AuthorPage.svelte';
import Home from './site/Home.svelte';
import LabPage from './site/LabPage.svelte';

const compiled = import.meta.glob<Lab>('./engine/labs/*.json', { import: 'default', eager: true });
const labs = Object.values(compiled);

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const head = (title: string, description: string): string =>
  `<title>${escape(title)}</title><meta name="description" content="${escape(description)}">`;

/** Leaves out the marks by which a browser would take over: nobody takes over the text. */
const unmarked = (html: string): string => html.replace(/<!--.*?-->/g, '');

/** Draws each part in its place. */
async function fill(body: string, islands: Record<string, Island>): Promise<string> {
  const [before = '', ...places] = body.split(/(?<=<div [^>]*?data-island="[^"]+">)/);
  const drawn = await Promise.all(
    [before, ...places].map(async (text) => {
      const name = /data-island="([^"]+)">$/.exec(text)?.[1];
      if (name === undefined) return text;
      const island = islands[name];
      if (!island) throw new Error(`there is a place for ${name}, which is nothing`);
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
  /** The lab that its script is to open. */
  lab?: string;
  /** The script of a page that is not a lab's. */
  script?: 'author';
}

async function renderLab(lab: Lab): Promise<RenderedPage> {
  const path = labPath(lab.id);
  const root = rootOf(path);
  // A lab that is a file of its own leads to no other page.
  const { body } = render(LabPage, { props: site === undefined ? { lab } : { root, lab, labs } });
  return {
    path,
    root,
    lab: lab.id,
    head: head(`${lab.title} · Pathlength`, lab.summary),
    body: await fill(unmarked(body), openLabPage(lab, () => Promise.resolve(gradableBlocks(lab))).islands),
  };
}

function renderHome(): RenderedPage {
  const path = 'index.html';
  const root = rootOf(path);
  return {
    path,
    root,
    head: head(
      'Pathlength: where a storage operation’s time goes',
      'A laboratory for storage performance: published measurements, reproduced cell by cell by models that run in your browser.',
    ),
    body: unmarked(render(Home, { props: { root, labs } }).body),
  };
}

function renderAuthor(): RenderedPage {
  const root = rootOf(authorPath);
  return {
    path: authorPath,
    root,
    head: head('Write a lab · Pathlength', 'Write a laboratory as text, beside its page, in your browser.'),
    body: unmarked(render(AuthorPage, { props: { root, labs } }).body),
    script: 'author',
  };
}

/** Every page as HTML, for the build and for the development server. */
export const renderAll = (): Promise<RenderedPage[]> =>
  Promise.all([renderHome(), renderAuthor(), ...labs.map(renderLab)]);
