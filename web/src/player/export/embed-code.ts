// Code that authors paste into a page to embed a lab, a table, or a chart.

/** The content to embed, in its current state. */
export interface EmbedContent {
  /** The address of the site; ends with a slash. */
  site: string;
  /** The permanent address of this version of the site. */
  fixed: string;
  lab: string;
  /** The embedded block; the whole lab if undefined. */
  part?: { view: 'table' | 'chart'; id: string; place: string } | undefined;
  title: string;
  state: string | undefined;
  /** The block as a plain table. */
  table?: { columns: string[]; rows: string[][] } | undefined;
  /** The file name of the block's picture, if it has one. */
  picture?: string | undefined;
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

/** Returns the address of the page for frames, with the same parameters. */
const frameOf = (content: EmbedContent): string => {
  const url = new URL(`embed/${content.lab}.html`, content.fixed);
  for (const [name, value] of Object.entries(widgetAttributes(content)))
    if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
};

/** Returns a table as plain HTML. */
function tableOf(content: EmbedContent): string {
  const { columns = [], rows = [] } = content.table ?? {};
  const cells = (tag: string, row: string[]): string => row.map((text) => `<${tag}>${escaped(text)}</${tag}>`).join('');
  return [
    '<table>',
    `  <caption>${escaped(content.title)} (<a href="${escaped(linkOf(content))}">Pathlength</a>)</caption>`,
    `  <thead><tr>${cells('th', columns)}</tr></thead>`,
    '  <tbody>',
    ...rows.map(([first = '', ...rest]) => `    <tr><th>${escaped(first)}</th>${cells('td', rest)}</tr>`),
    '  </tbody>',
    '</table>',
  ].join('\n');
}

export function embedCodesOf(content: EmbedContent): EmbedCode[] {
  const { fixed, title, table, picture } = content;
  const link = linkOf(content);
  const codes: EmbedCode[] = [
    {
      name: 'Element',
      about: 'For pages that allow scripts. Readers see the link until the lab loads, and without JavaScript.',
      text: [
        `<script type="module" src="${escaped(fixed)}embed.js"></script>`,
        `<pathlength-lab${attributes({ lab: content.lab, ...widgetAttributes(content) })}>`,
        `  <a href="${escaped(link)}">${escaped(title)}</a>`,
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
      about: picture
        ? `For a README: an image that links to the lab. Save the image as ${picture} next to the text.`
        : 'For a README: a link to this view.',
      text: picture ? `[![${markdown(title)}](${picture})](${link})` : `[${markdown(title)}](${link})`,
    },
  ];
  if (table)
    codes.push({
      name: 'Table',
      about: 'Plain HTML without a script: the current numbers and a link.',
      text: tableOf(content),
    });
  return codes;
}
