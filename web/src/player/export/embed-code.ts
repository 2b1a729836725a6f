// Code that authors paste into a page to embed a lab, a table, a chart, or an interactive model.
import { partName } from '../../lab/part-name';
import type { PlainTable } from './plain-table';

/** The content to embed, in its current state. */
export interface EmbedContent {
  /** The address of the site; ends with a slash. */
  site: string;
  /** The permanent address of this version of the site. */
  fixed: string;
  lab: string;
  /** The embedded block; undefined for the whole lab. */
  part?: { view: 'table' | 'chart' | 'model'; id: string; place: string } | undefined;
  title: string;
  state: string | undefined;
  /** The content of the block or lab, in sentences. */
  words: string;
  /** The block as a plain table. */
  table?: PlainTable | undefined;
  /** The file name under which readers save the block's picture. */
  picture?: string | undefined;
  /** The height of the block on the page, in pixels. */
  height?: number | undefined;
}

export interface EmbedCode {
  name: string;
  /** A hint for authors. */
  about: string;
  text: string;
}

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const markdown = (text: string): string => text.replaceAll(/[\\[\]<>*_`]/g, '\\$&').replaceAll(/\s+/g, ' ');

const attributes = (all: Record<string, string | undefined>): string =>
  Object.entries(all)
    .flatMap(([name, value]) => (value === undefined ? [] : ` ${name}="${escaped(value)}"`))
    .join('');

/** Returns a link to the current state on the site. */
export const linkOf = ({ site, lab, part, state }: EmbedContent): string =>
  `${site}labs/${lab}.html${state === undefined ? '' : `?s=${state}`}${part?.place ? `#${part.place}` : ''}`;

/** Returns the attributes of a widget for the content. */
const widgetAttributes = ({ part, state }: EmbedContent): Record<string, string | undefined> => ({
  view: part?.view ?? 'lab',
  ...(part && { [part.view]: part.id }),
  state,
});

/** Returns the address of the page for frames, with a widget's attributes as parameters. */
const frameOf = (content: EmbedContent): string => {
  const url = new URL(`embed/${content.lab}.html`, content.fixed);
  for (const [name, value] of Object.entries(widgetAttributes(content)))
    if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
};

/** Returns the address of the published picture of the content, which shows its initial state. */
const pictureOf = (content: EmbedContent, ending: string): string => {
  const { fixed, lab, part } = content;
  return part ? `${fixed}embed/${lab}/${partName(part.view, part.id)}${ending}` : `${fixed}labs/${lab}/picture.png`;
};

/** Returns the published picture as HTML, in both color schemes if there are two. */
function htmlPicture(content: EmbedContent): string {
  const image = `<img${attributes({ src: pictureOf(content, '.svg'), alt: content.words })}>`;
  if (!content.part) return image;
  const dark = attributes({ srcset: pictureOf(content, '-dark.svg'), media: '(prefers-color-scheme: dark)' });
  return `<picture><source${dark}>${image}</picture>`;
}

/** Returns a table as plain HTML; `caption` is HTML. */
export function htmlTable(caption: string, { columns, rows }: PlainTable): string {
  const cells = (tag: string, row: string[]): string => row.map((text) => `<${tag}>${escaped(text)}</${tag}>`).join('');
  return [
    '<table>',
    `  <caption>${caption}</caption>`,
    `  <thead><tr>${cells('th', columns)}</tr></thead>`,
    '  <tbody>',
    ...rows.map(([first = '', ...rest]) => `    <tr><th>${escaped(first)}</th>${cells('td', rest)}</tr>`),
    '  </tbody>',
    '</table>',
  ].join('\n');
}

/**
 * Returns the content for pages without scripts, for e-mail, and for print: the numbers or a picture of them, and a
 * link.
 */
function fallbackOf(content: EmbedContent): string {
  const { part, state, table, title } = content;
  const link = `<a href="${escaped(linkOf(content))}">`;
  // A picture shows only the initial state.
  if (table && (part?.view === 'table' || state !== undefined))
    return htmlTable(`${escaped(title)} (${link}Pathlength</a>)`, table);
  return `${link}${htmlPicture(content)}</a>\n<p>${link}${escaped(title)}</a></p>`;
}

const indented = (text: string): string => text.replaceAll(/^/gm, '  ');

export function embedCodesOf(content: EmbedContent): EmbedCode[] {
  const { fixed, title, table, picture, state, height } = content;
  const link = linkOf(content);
  const published = state === undefined && content.part ? pictureOf(content, '.svg') : undefined;
  const shown = published ?? picture;
  const codes: EmbedCode[] = [
    {
      name: 'Element',
      about:
        'For pages that allow scripts. The enclosed table or picture is shown until the lab loads; ' +
        'without JavaScript, in print, and in e-mail, it replaces the lab.',
      text: [
        `<script type="module" src="${escaped(fixed)}embed.js"></script>`,
        `<pathlength-lab${attributes({
          lab: content.lab,
          ...widgetAttributes(content),
          style: height === undefined ? undefined : `min-height: ${height}px`,
        })}>`,
        indented(fallbackOf(content)),
        '</pathlength-lab>',
      ].join('\n'),
    },
    {
      name: 'Frame',
      about: 'For pages that allow frames but no scripts. The frame cannot access the host page.',
      text: `<iframe${attributes({
        src: frameOf(content),
        title,
        width: '100%',
        height: '600',
        loading: 'lazy',
        sandbox: 'allow-scripts',
      })}></iframe>`,
    },
    {
      name: 'Markdown',
      about: published
        ? 'For a README: an image that links to the lab.'
        : picture
          ? `For a README: an image that links to the lab. Save the image as ${picture} next to the text.`
          : 'For a README: a link to this view.',
      text: shown
        ? `[![${markdown(published ? content.words : title)}](${shown})](${link})`
        : `[${markdown(title)}](${link})`,
    },
  ];
  if (table)
    codes.push({
      name: 'Table',
      about: 'Plain HTML without a script: the current numbers and a link.',
      text: htmlTable(`${escaped(title)} (<a href="${escaped(link)}">Pathlength</a>)`, table),
    });
  return codes;
}
