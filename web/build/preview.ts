// Link previews of a lab for other sites: a picture, meta tags for it, and oEmbed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { Lab } from '../src/lab/types.ts';
import { moduleIn } from './modules.ts';
import { Sheet, type Colour } from './png.ts';

/** Returns the site's public address, with a trailing slash; other sites need absolute addresses. */
export function siteAddress(): string | undefined {
  const address = process.env['PATHLENGTH_URL'];
  if (!address) return undefined;
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new Error(
      `PATHLENGTH_URL is not an address: "${address}": write an address such as https://example.org/pathlength/`,
    );
  return new URL(address.endsWith('/') ? address : `${address}/`).href;
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Returns the path of a lab's picture and of its oEmbed file, relative to the site's root. */
export const picturePath = (id: string): string => `labs/${id}/picture.png`;
export const oembedPath = (id: string): string => `labs/${id}/oembed.json`;

/** The picture size that most sites show uncropped. */
const [width, height] = [1200, 630];

/** Returns the meta tags for a lab's page, which already has a description. */
export function previewTags({ id, title }: Pick<Lab, 'id' | 'title'>, site: string): string {
  const tags = {
    'og:type': 'article',
    'og:title': title,
    'og:url': `${site}labs/${id}.html`,
    'og:image': site + picturePath(id),
    'og:image:alt': 'Every published value against the model’s: on the line, both are equal.',
    'twitter:card': 'summary_large_image',
  };
  const metas = Object.entries(tags).map(([name, content]) => `<meta property="${name}" content="${escape(content)}">`);
  const oembed = `<link rel="alternate" type="application/json+oembed" href="${escape(site + oembedPath(id))}" title="${escape(title)}">`;
  return metas.join('') + oembed;
}

/** Returns a lab's oEmbed: a frame with the whole lab. */
export const oembedOf = ({ id, title }: Pick<Lab, 'id' | 'title'>, site: string): string =>
  JSON.stringify({
    version: '1.0',
    type: 'rich',
    provider_name: 'Pathlength',
    provider_url: site,
    title,
    html: `<iframe src="${escape(site)}embed/${id}.html?view=lab" title="${escape(title)}" width="100%" height="900" loading="lazy" sandbox="allow-scripts"></iframe>`,
    width: 900,
    height: 900,
    thumbnail_url: site + picturePath(id),
    thumbnail_width: width,
    thumbnail_height: height,
  });

const paper: Colour = [0xfb, 0xfa, 0xf6];
const rule: Colour = [0xd9, 0xd5, 0xca];
const soft: Colour = [0x5c, 0x59, 0x52];
const accent: Colour = [0x1a, 0x54, 0x80];

/** A published and a computed value of the same cell, both positive. */
type Pair = readonly [published: number, model: number];

/** Draws each pair as a point on logarithmic scales; on the line both values are equal. */
export function pictureOf(pairs: readonly Pair[]): Buffer {
  const sheet = new Sheet(width, height, paper);
  const logs = pairs.map(([published, model]) => [Math.log10(published), Math.log10(model)] as const);
  const all = logs.flat();
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const margin = 70;
  const span = most - least || 1;
  const x = (value: number): number => margin + ((value - least) / span) * (width - 2 * margin);
  const y = (value: number): number => height - margin - ((value - least) / span) * (height - 2 * margin);
  for (let power = Math.ceil(least); power <= most; power++) {
    sheet.line([x(power), margin / 2], [x(power), height - margin / 2], 2, rule);
    sheet.line([margin / 2, y(power)], [width - margin / 2, y(power)], 2, rule);
  }
  sheet.line([x(least), y(least)], [x(most), y(most)], 3, accent);
  for (const [published, model] of logs) sheet.ring([x(published), y(model)], 9, 3, soft);
  return sheet.png();
}

/** Returns every published value of a lab with the value that the engine in `modules` computes. */
export async function pairsOf(lab: Lab, modules: string): Promise<Pair[]> {
  const folder = join(modules, lab.model);
  const { initSync, OpenLab } = (await import(
    join(folder, 'pathlength_web.js')
  )) as typeof import('../src/engine/pkg/tape/pathlength_web.js');
  initSync({ module: readFileSync(moduleIn(folder)) });
  const opened = new OpenLab(lab as ConstructorParameters<typeof OpenLab>[0]);
  const pairs = lab.tables.flatMap(({ id }) => {
    const { published, model } = opened.reproduce(id);
    return Array.from(published, (value, at) => [value, model[at] ?? NaN] as const);
  });
  opened.free();
  return pairs.filter(([published, model]) => published > 0 && model > 0);
}

/** Writes each lab's picture and, if the site's address is known, its oEmbed file. */
export function previews(modules: string): Plugin {
  return {
    name: 'pathlength:previews',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const site = siteAddress();
        for (const output of Object.values(bundle)) {
          if (output.type !== 'asset' || !/^labs\/[^/]+\/lab\.json$/.test(output.fileName)) continue;
          const lab = JSON.parse(String(output.source)) as Lab;
          const source = pictureOf(await pairsOf(lab, modules));
          this.emitFile({ type: 'asset', fileName: picturePath(lab.id), source });
          if (site !== undefined)
            this.emitFile({ type: 'asset', fileName: oembedPath(lab.id), source: oembedOf(lab, site) });
        }
      },
    },
  };
}
