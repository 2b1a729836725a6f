import { render } from 'svelte/server';
import type { Component } from 'svelte';
import { componentOf, islands, type Islands } from './islands';
import type { Lab } from './lab/types';
import { pages, rootOf } from './pages';
import Home from './site/Home.svelte';
import ZfsDirectories from './site/ZfsDirectories.svelte';

const labs = import.meta.glob<Lab>('./engine/labs/*.json', { import: 'default', eager: true });

/** What draws a page's text. */
const texts: Record<string, Component<{ root: string; lab: Lab; labs: Lab[] }>> = {
  'index.html': Home,
  'labs/zfs-directories.html': ZfsDirectories,
};

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Leaves out the marks by which a browser would take over: nobody takes over the text. */
const unmarked = (html: string): string => html.replace(/<!--.*?-->/g, '');

export interface RenderedPage {
  path: string;
  root: string;
  head: string;
  body: string;
  /** Files that the page will ask for, by their place in the sources. */
  scripts: string[];
  data: string[];
}

async function renderPage({ path, title, description, lab: id }: (typeof pages)[number]): Promise<RenderedPage> {
  const root = rootOf(path);
  const lab = labs[`./engine/labs/${id ?? ''}.json`] as Lab;
  if (id && !lab) throw new Error(`there is no lab called ${id}`);
  const text = texts[path];
  if (!text) throw new Error(`nothing draws ${path}`);
  const { body } = render(text, { props: { root, lab, labs: Object.values(labs) } });
  const parts: Islands['parts'] = (await islands[id ?? '']?.())?.default(lab).parts ?? {};
  let filled = unmarked(body);
  for (const [place, name = ''] of filled.matchAll(/<div data-island="([^"]+)">/g)) {
    const island = parts[name];
    if (!island) throw new Error(`${path} has a place for ${name}, which is nothing`);
    const drawn = render(await componentOf(island), { props: island.props });
    filled = filled.replace(place, () => place + drawn.body);
  }
  return {
    path,
    root,
    head: `<title>${escape(title)}</title><meta name="description" content="${escape(description)}">`,
    body: filled,
    scripts: id ? [`src/site/${id}.ts`] : [],
    data: id ? [`src/engine/labs/lean/${id}.json`] : [],
  };
}

/** Every page as HTML, for the build and for the development server. */
export const renderAll = (): Promise<RenderedPage[]> => Promise.all(pages.map(renderPage));
