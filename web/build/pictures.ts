// Writes the content of labs that hosts can show without running code: pictures, oEmbed, and pages of their parts.
import { renderAsync } from '@resvg/resvg-js';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { LabParts } from '../src/render.ts';
import type { Pair } from '../src/site/part-picture.ts';
import { escaped } from '../src/player/export/embed-code.ts';
import type { PictureStyle } from './picture-style.ts';
import { styled } from './picture-style.ts';
import {
  coverSize,
  labPreview,
  oembedOf,
  partPage,
  partPath,
  partPreview,
  pngWidth,
  previewTags,
  type Preview,
} from './preview.ts';

const require = createRequire(import.meta.url);
const family = 'Source Sans 3';
// Pictures must be the same on every machine, so they do not use installed typefaces.
const fontFiles = ['400Regular/SourceSans3_400Regular.ttf', '600SemiBold/SourceSans3_600SemiBold.ttf'].map((name) =>
  require.resolve(`@expo-google-fonts/source-sans-3/${name}`),
);

/** Draws an SVG as PNG, on another thread. */
export async function pngOf(svg: string): Promise<Buffer> {
  const image = await renderAsync(svg, {
    fitTo: { mode: 'width', value: pngWidth },
    font: { fontFiles, loadSystemFonts: false, defaultFontFamily: family, sansSerifFamily: family },
  });
  return image.asPng();
}

/**
 * Draws the cover of a lab: a point for each pair of published value and model value, on logarithmic axes, and the line
 * on which both are equal.
 */
export function coverOf(title: string, pairs: readonly Pair[]): string {
  const { width, height } = coverSize;
  const all = pairs.flat().map(Math.log10);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const margin = 70;
  const place = (value: number, from: number, to: number): string =>
    (from + ((Math.log10(value) - least) / (most - least || 1)) * (to - from)).toFixed(1);
  const x = (value: number): string => place(value, margin, width - margin);
  const y = (value: number): string => place(value, height - margin, margin);
  const powers = Array.from(
    { length: Math.max(0, Math.floor(most) - Math.ceil(least) + 1) },
    (_, i) => 10 ** (Math.ceil(least) + i),
  );
  const grid = powers.map(
    (power) => `M${x(power)} ${margin / 2}V${height - margin / 2}M${margin / 2} ${y(power)}H${width - margin / 2}`,
  );
  const points = pairs.map(
    ([published, model]) => `<circle class="point" cx="${x(published)}" cy="${y(model)}" r="8"/>`,
  );
  const [low, high] = [10 ** least, 10 ** most];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<rect class="paper" width="${width}" height="${height}"/><path class="grid" d="${grid.join('')}"/>` +
    `<path class="line s2" d="M${x(low)} ${y(low)}L${x(high)} ${y(high)}"/>${points.join('')}` +
    `<g transform="translate(${margin} ${margin + 20}) scale(2.2)"><text class="title">${escaped(title)}</text>` +
    `<text class="finding" y="21">Every published value against the model’s</text></g></svg>`
  );
}

/**
 * Writes the files of all labs into a site; `site` is its address, and `fixed` is the address whose files do not
 * change.
 */
export async function writePictures(
  folder: string,
  labs: readonly LabParts[],
  style: PictureStyle,
  addresses: { site: string; fixed: string } | undefined,
): Promise<void> {
  const write = (path: string, content: string | Buffer): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  const writeOembed = (preview: Preview): void => {
    if (addresses) write(preview.oembed, oembedOf(preview, addresses.fixed));
  };
  const drawings: Promise<void>[] = [];
  const draw = (path: string, svg: string): void => void drawings.push(pngOf(svg).then((png) => write(path, png)));
  for (const { lab, parts, pairs } of labs) {
    const cover = labPreview(lab);
    draw(cover.picture.path, styled(coverOf(lab.title, pairs), style, 'light'));
    writeOembed(cover);
    for (const part of parts) {
      const path = partPath(lab.id, part);
      const light = styled(part.picture.svg, style, 'light');
      write(`${path}.svg`, light);
      write(`${path}-dark.svg`, styled(part.picture.svg, style, 'dark'));
      draw(`${path}.png`, light);
      const preview = partPreview(lab, part);
      writeOembed(preview);
      write(`${path}.html`, partPage(lab, part, addresses ? previewTags(preview, addresses.site) : ''));
    }
  }
  await Promise.all(drawings);
}
