// Content for other sites that show a lab, or a part of one, without running code: meta tags, oEmbed, and pages.
import { readFileSync } from 'node:fs';
import type { Part } from '../src/site/part-picture.ts';
import type { Lab } from '../src/lab/types.ts';
import { besidePicture } from '../src/embed/poster.ts';
import { partName } from '../src/lab/part-name.ts';
import { escaped, htmlTable } from '../src/player/export/embed-code.ts';
import { framePage } from './frame-page.ts';
import { at } from './run.mjs';
import { isReleased } from './versions.mjs';

/** Returns the site's public address, with a trailing slash, which other sites need; undefined if it is unknown. */
export function siteAddress(): string | undefined {
  const address = process.env['PATHLENGTH_URL'];
  if (!address) return undefined;
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new Error(
      `PATHLENGTH_URL is not an address: "${address}": write an address such as https://example.org/pathlength/`,
    );
  return new URL(address.endsWith('/') ? address : `${address}/`).href;
}

/**
 * Returns the permanent address of the version that is being built, if it is released; otherwise, the site's address.
 */
export function fixedAddress(site: string): string {
  const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { version: string };
  return isReleased(version, readFileSync(at('CHANGELOG.md'), 'utf8')) ? `${site}v/${version}/` : site;
}

/** A lab or a part of one, as other sites show it. All paths are relative to the site's root. */
export interface Preview {
  title: string;
  /** The page on the site. */
  page: string;
  /** The page to embed in a frame. */
  frame: string;
  /** The content's height in pixels, in a frame of the usual width. */
  height: number;
  oembed: string;
  picture: { path: string; width: number; height: number; words: string };
}

/** The picture size that most sites show uncropped. */
export const coverSize = { width: 1200, height: 630 };

/** The width of frames and of pictures. */
export const frameWidth = 900;
export const pngWidth = 1200;
/** The height of frames whose content has no known height. */
const frameHeight = 900;

type TitledLab = Pick<Lab, 'id' | 'title'>;

export const labPreview = ({ id, title }: TitledLab): Preview => ({
  title,
  page: `labs/${id}.html`,
  frame: `embed/${id}.html?view=lab`,
  height: frameHeight,
  oembed: `labs/${id}/oembed.json`,
  picture: {
    path: `labs/${id}/picture.png`,
    ...coverSize,
    words: 'Every published value against the model’s: on the line, both are equal.',
  },
});

/** Returns the path of a part's files, without their extension. */
export const partPath = (lab: string, { kind, id }: Pick<Part, 'kind' | 'id'>): string =>
  `embed/${lab}/${partName(kind, id)}`;

/** The heights of a live table's rows, and of its other content, in a frame of the usual width, in pixels. */
const tableHeights = { row: 80, rest: 440 };

/** Returns the height of a live part in a frame of the usual width, in pixels. */
function liveHeight({ kind, table, picture }: Part): number {
  if (kind === 'table') return tableHeights.rest + tableHeights.row * table.rows.length;
  // The height of an interactive model is not known: its frame is as high as that of a whole lab.
  return kind === 'chart' ? picture.height + besidePicture : frameHeight;
}

export function partPreview(lab: Lab, part: Part): Preview {
  const path = partPath(lab.id, part);
  const { picture, words } = part;
  return {
    title: part.title,
    page: `labs/${lab.id}.html`,
    frame: `${path}.html`,
    height: liveHeight(part),
    oembed: `${path}.json`,
    picture: {
      path: `${path}.png`,
      width: pngWidth,
      height: Math.round((picture.height / picture.width) * pngWidth),
      words,
    },
  };
}

/** Returns the meta tags for a page, which already has a description. */
export function previewTags({ title, page, oembed, picture }: Preview, site: string): string {
  const tags = {
    'og:type': 'article',
    'og:title': title,
    'og:url': site + page,
    'og:image': site + picture.path,
    'og:image:alt': picture.words,
    'twitter:card': 'summary_large_image',
  };
  const metas = Object.entries(tags).map(
    ([name, content]) => `<meta property="${name}" content="${escaped(content)}">`,
  );
  const link = `<link rel="alternate" type="application/json+oembed" href="${escaped(site + oembed)}" title="${escaped(title)}">`;
  return metas.join('') + link;
}

/**
 * Returns the oEmbed response for a lab or a part; the response contains the frame. `site` is the address whose files
 * do not change.
 */
export const oembedOf = ({ title, frame, height, picture }: Preview, site: string): string =>
  JSON.stringify({
    version: '1.0',
    type: 'rich',
    provider_name: 'Pathlength',
    provider_url: site,
    title,
    html: `<iframe src="${escaped(site + frame)}" title="${escaped(title)}" width="100%" height="${height}" loading="lazy" sandbox="allow-scripts"></iframe>`,
    width: frameWidth,
    height,
    thumbnail_url: site + picture.path,
    thumbnail_width: picture.width,
    thumbnail_height: picture.height,
  });

/**
 * Returns the page of a part: the element with its picture and numbers as HTML, for readers and hosts without scripts.
 */
export function partPage(lab: Lab, part: Part, tags: string): string {
  const name = partPath('', part).split('/').at(-1) ?? '';
  const { kind, id, title, words, picture, table, tableTitle = title } = part;
  const link = `<a href="../../labs/${escaped(lab.id)}.html">${escaped(lab.title)}</a>`;
  const image =
    `<picture><source srcset="${name}-dark.svg" media="(prefers-color-scheme: dark)"><img src="${name}.svg" ` +
    `alt="${escaped(words)}" width="${picture.width}" height="${picture.height}"></picture>\n`;
  return framePage({
    title: `${title}: ${lab.title}`,
    root: '../../',
    attributes: { lab: lab.id, view: kind, [kind]: id },
    head: `<meta name="description" content="${escaped(words)}" />\n    ${tags}`,
    content: `${image}${htmlTable(`${escaped(tableTitle)} (${link})`, table)}`,
  });
}
