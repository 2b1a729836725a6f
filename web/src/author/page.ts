// A lab under construction as one HTML file, with the same scripts as the labs that the site publishes as files.
import { flushSync, mount, unmount } from 'svelte';
import { moduleFiles } from '../engine/module-files';
import { emptyPage } from '../lab/published';
import type { Lab } from '../lab/types';
import LabPage from '../site/LabPage.svelte';
import { canonicalJson } from '../state/canonical';
import type { Folder } from './folder';
import { withPictures } from './preview';

async function fetched(address: string): Promise<Blob> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return response.blob();
}

const base64 = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const address = reader.result as string;
      resolve(address.slice(address.indexOf(',') + 1));
    };
    reader.onerror = () => reject(reader.error ?? new Error('the browser could not read it'));
    reader.readAsDataURL(blob);
  });

/** Returns a compressed file as an element of the page. */
async function packed(name: string, type: string, content: Blob): Promise<string> {
  const stream = content.stream().pipeThrough(new CompressionStream('gzip'));
  const text = await base64(await new Response(stream).blob());
  return `<script type="text/plain" data-file="${name}" data-type="${type}">${text}</script>`;
}

/** Returns the lab's page without interactive parts, which the page's script adds. */
function bodyOf(lab: Lab): string {
  const target = document.createElement('div');
  const page = mount(LabPage, { target, props: { lab } });
  flushSync();
  const copy = target.cloneNode(true) as HTMLElement;
  void unmount(page);
  const comments = document.createTreeWalker(copy, NodeFilter.SHOW_COMMENT);
  const marks: Comment[] = [];
  while (comments.nextNode()) marks.push(comments.currentNode as Comment);
  for (const mark of marks) mark.remove();
  return copy.innerHTML;
}

function headOf({ title, summary }: Lab): string {
  const heading = document.createElement('title');
  heading.textContent = `${title} · Pathlength`;
  const description = document.createElement('meta');
  description.name = 'description';
  description.content = summary;
  return heading.outerHTML + description.outerHTML;
}

/** Returns a lab as one HTML file. */
export async function labPageOf(lab: Lab, files: Folder['files']): Promise<string> {
  const modules = moduleFiles(lab.model).map(async ({ name, address }) =>
    packed(`${name}.wasm`, 'application/wasm', await fetched(address)),
  );
  const [template, ...contents] = await Promise.all([
    fetched(emptyPage()).then((page) => page.text()),
    packed('lab.json', 'application/json', new Blob([canonicalJson(lab)])),
    ...modules,
  ]);
  // The parts are in page order, so that no text of the lab is mistaken for the mark of a later part.
  const parts = {
    head: headOf(lab),
    id: lab.id,
    body: bodyOf(withPictures(lab, files)),
    files: contents.join('\n    '),
  };
  let [page, rest] = ['', template];
  for (const [name, text] of Object.entries(parts)) {
    const mark = `<!--${name}-->`;
    const at = rest.indexOf(mark);
    if (at < 0) throw new Error('this page is from another version of the site: reload it');
    page += rest.slice(0, at) + text;
    rest = rest.slice(at + mark.length);
  }
  return page + rest;
}
