// What an author pastes into a page of their own to show a lab, a table or a chart there.

/** What is to be shown elsewhere, in exactly the state on the screen. */
export interface Shown {
  /** Where the site is; ends with a slash. */
  site: string;
  /** Where this version of it stays as it is: a page that shows a lab shows the same tomorrow. */
  fixed: string;
  lab: string;
  /** The part that is shown; the whole lab if there is none. */
  part?: { view: 'table' | 'chart'; id: string; place: string } | undefined;
  title: string;
  state: string | undefined;
  /** The part as a plain table. */
  table?: { columns: string[]; rows: string[][] } | undefined;
  /** The file with the part's picture, if it has one that can be saved. */
  picture?: string | undefined;
}

export interface Form {
  name: string;
  /** What to know before it is pasted. */
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

/** A link to exactly this, on the site itself. */
export const linkOf = ({ site, lab, part, state }: Shown): string =>
  `${site}labs/${lab}.html${state === undefined ? '' : `?s=${state}`}${part?.place ? `#${part.place}` : ''}`;

/** What tells a widget what to show. */
const wishes = ({ part, state }: Shown): Record<string, string | undefined> => ({
  view: part?.view ?? 'lab',
  ...(part && { [part.view]: part.id }),
  state,
});

/** The page for frames, with the same in its address. */
const frameOf = (shown: Shown): string => {
  const url = new URL(`embed/${shown.lab}.html`, shown.fixed);
  for (const [name, value] of Object.entries(wishes(shown))) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
};

/** A table that needs nothing but the page it stands in. */
function tableOf(shown: Shown): string {
  const { columns = [], rows = [] } = shown.table ?? {};
  const cells = (tag: string, row: string[]): string => row.map((text) => `<${tag}>${escaped(text)}</${tag}>`).join('');
  return [
    '<table>',
    `  <caption>${escaped(shown.title)} (<a href="${escaped(linkOf(shown))}">Pathlength</a>)</caption>`,
    `  <thead><tr>${cells('th', columns)}</tr></thead>`,
    '  <tbody>',
    ...rows.map(([first = '', ...rest]) => `    <tr><th>${escaped(first)}</th>${cells('td', rest)}</tr>`),
    '  </tbody>',
    '</table>',
  ].join('\n');
}

export function formsOf(shown: Shown): Form[] {
  const { fixed, title, table, picture } = shown;
  const link = linkOf(shown);
  const forms: Form[] = [
    {
      name: 'Element',
      about: 'For pages that may load a script. The link in it is seen until the lab is there, and without JavaScript.',
      text: [
        `<script type="module" src="${escaped(fixed)}embed.js"></script>`,
        `<pathlength-lab${attributes({ lab: shown.lab, ...wishes(shown) })}>`,
        `  <a href="${escaped(link)}">${escaped(title)}</a>`,
        '</pathlength-lab>',
      ].join('\n'),
    },
    {
      name: 'Frame',
      about: 'For pages that take frames and no scripts. It has no access to the page around it.',
      text: `<iframe${attributes({
        src: frameOf(shown),
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
        ? `For a README: a picture that leads to the lab. Save the picture as ${picture} beside the text.`
        : 'For a README: a link that leads to exactly this.',
      text: picture ? `[![${markdown(title)}](${picture})](${link})` : `[${markdown(title)}](${link})`,
    },
  ];
  if (table)
    forms.push({
      name: 'Table',
      about: 'Plain HTML: the numbers as they are now, with a link and without any script.',
      text: tableOf(shown),
    });
  return forms;
}
