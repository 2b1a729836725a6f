// Builds the widgets for other sites: the part of the build that only widgets need.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { escaped } from '../src/player/export/embed-code.ts';
import { framePage } from './frame-page.ts';

/**
 * Placeholders in the loader for file names that are known only at the end of the build. The loader has no other
 * reference to these files.
 */
export const marks = { live: '__PATHLENGTH_LIVE__', style: '__PATHLENGTH_STYLE__' };

/** Colors and typefaces that a host page may choose. Forced colors are the reader's choice and stay. */
const open = { accent: 'accent', paper: 'paper', ink: 'ink', serif: 'font', sans: 'font' };

/** Colors that are mixed with the text color if a host page chooses the color of its background or text. */
const mixed = /--(accent|warn|series-\d):/g;

/** Returns the declarations of custom properties by name. */
const declared = (css: string): Map<string, string> =>
  new Map([...css.matchAll(/--([\w-]+):\s*([^;}]+)/g)].map(([, name = '', value = '']) => [name, value.trim()]));

/**
 * Rewrites the site's style sheet for a shadow root. Rules for the page apply to the widget's frame, widths are the
 * frame's instead of the window's, and lengths follow the host page's `--pathlength-size` or its text size. Colors
 * follow the color scheme that the host page uses around the widget; older browsers without `light-dark()` follow the
 * reader's setting.
 */
export function forShadow(css: string): string {
  // On the site, rem is the text size; in a frame, --rem replaces it.
  const textSize = /(--size-text:\s*)[\d.]+rem/g;
  const darkAlone = /@media \(prefers-color-scheme:\s*dark\)\s*\{\s*:root\s*\{([^}]*)\}\s*\}/;
  if (!darkAlone.test(css) || css.search(textSize) < 0)
    throw new Error('the dark colors or the text size are not where web/build/embed.ts looks for them');
  const chosen = (declarations: string): string =>
    declarations
      .replace(/--(accent|paper|ink|serif|sans):\s*([^;}]+)/g, (whole, name: keyof typeof open, value: string) =>
        /^(?:Canvas|CanvasText|LinkText)$/i.test(value.trim())
          ? whole
          : `--${name}:var(--pathlength-${open[name]},${value})`,
      )
      .replace(mixed, '--$1-plain:');
  const light = declared(css.slice(0, css.search(darkAlone)));
  const [, darkColours = ''] = darkAlone.exec(css) ?? [];
  // The CSS minifier adds its own variables.
  const both = [...declared(darkColours)]
    .filter(([name]) => !name.startsWith('lightningcss'))
    .map(([name, value]) => `--${name}:light-dark(${light.get(name)},${value})`)
    .join(';');
  const plain = [...light.keys()].filter((name) => `--${name}:`.search(mixed) === 0);
  const page = css
    .replace(textSize, '$11rem')
    .replace(/:root\s*\{[^}]*\}/g, chosen)
    .replace(
      darkAlone,
      (_, dark: string) =>
        `@media (prefers-color-scheme:dark){.frame:where(:not([data-theme=light])){${dark}}}` +
        `@supports (color:light-dark(red,red)){.frame:where([data-theme=auto]){color-scheme:inherit;${chosen(both)}}}` +
        `.frame:where([data-theme=dark]){color-scheme:dark;${dark}}.frame:where([data-theme=light]){color-scheme:light}`,
    );
  const unmixed = plain.map((name) => `--${name}:var(--${name}-plain)`).join(';');
  return `.frame{all:initial;display:block;--rem:var(--pathlength-size,1rem);${unmixed}}${inFrame(page)}`;
}

/** Rewrites a style sheet so that its rules for the page apply to the widget's frame. */
function inFrame(css: string): string {
  return (
    css
      .replace(/:root\b/g, '.frame')
      .replace(/(^|[{},;/])\s*html(?=\s*[{,])/g, '$1.frame')
      .replace(/(^|[{},;/])\s*body(?=\s*[{,])/g, '$1.frame')
      .replace(/@media\s*(?:screen and )?(\((?:min-width|max-width|width)[^()]*\))/g, '@container pathlength $1')
      // In a query, 1em is the text size of the host page around the widget.
      .replace(/@container[^{]*/g, (query) => query.replace(/(?<=\d)rem\b/g, 'em'))
      .replace(/(@(?:media|container)[^{]*)|(?<![\w-])(-?\d*\.?\d+)rem\b/g, (_, query?: string, number?: string) =>
        number === undefined ? (query ?? '') : `calc(${number}*var(--rem))`,
      )
  );
}

const inShadow = '\0in-shadow:';

/** Replaces some of the site's modules in widgets. `source` is the folder with the widgets' source files. */
export const standIns = (source: string): Plugin => ({
  name: 'pathlength:stand-ins',
  enforce: 'pre',
  resolveId(id, importer = '') {
    if (id.endsWith('/link/address-sync.svelte')) return join(source, 'page-link.ts');
    if (id.endsWith('/Sheets.svelte')) return join(source, 'Sheets.svelte');
    // A style sheet that a page links to is inlined as text in a widget. The suffix keeps Vite from reading it as a
    // style sheet.
    if (id.endsWith('.css?url')) return `${inShadow}${resolve(dirname(importer), id.replace('?url', ''))}.text`;
    return undefined;
  },
  load(id) {
    if (!id.startsWith(inShadow)) return undefined;
    const file = id.slice(inShadow.length).replace(/\.text$/, '');
    const css = readFileSync(file, 'utf8').replace(/\/\*[^]*?\*\//g, '');
    return `export default ${JSON.stringify(inFrame(css.replace(/\s+/g, ' ')))}`;
  },
});

/** Returns the page of a lab that other sites embed in a frame. */
const labFrame = ({ id, title, summary }: { id: string; title: string; summary: string }): string =>
  framePage({
    title,
    root: '../',
    attributes: { lab: id },
    content: `        <p><strong>${escaped(title)}</strong></p>
        <p>${escaped(summary)} <a href="../labs/${escaped(id)}.html">Open the lab</a></p>`,
  });

/**
 * Finishes the widgets' build: one style sheet for shadow roots, pages to embed, the labs' pictures, and the manifest.
 */
export function embed(labs: string, source: string): Plugin {
  return {
    name: 'pathlength:embed',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const sheets = Object.values(bundle).filter(({ fileName }) => fileName.endsWith('.css'));
        const [sheet] = sheets.filter(({ fileName }) => /(^|\/)style-/.test(fileName));
        if (sheet?.type !== 'asset') throw new Error('there is no style sheet to finish');
        const css = forShadow(String(sheet.source));
        for (const { fileName } of sheets) Reflect.deleteProperty(bundle, fileName);
        // The name contains a hash of the content; only the loader refers to the style sheet.
        const fileName = `assets/style-${createHash('sha256').update(css).digest('hex').slice(0, 8)}.css`;
        this.emitFile({ type: 'asset', fileName, source: css });
        const loader = bundle['embed.js'];
        const live = Object.values(bundle).find((output) => output.type === 'chunk' && output.name === 'live');
        if (loader?.type !== 'chunk' || !live) throw new Error('there is no embed.js');
        // A script loaded under two addresses runs twice, so no file may import the loader.
        if (loader.imports.length > 0) throw new Error(`embed.js imports ${loader.imports.join(', ')}`);
        loader.code = loader.code.replace(marks.style, fileName).replace(marks.live, live.fileName);
        for (const name of ['frame.css', 'custom-elements.json'])
          this.emitFile({ type: 'asset', fileName: name, source: readFileSync(join(source, name)) });
        for (const id of readdirSync(labs)) {
          const compiled = bundle[`labs/${id}/lab.json`];
          if (compiled?.type !== 'asset') continue;
          const lab = JSON.parse(String(compiled.source)) as Parameters<typeof labFrame>[0];
          this.emitFile({ type: 'asset', fileName: `embed/${id}.html`, source: labFrame(lab) });
          const images = join(labs, id, 'images');
          for (const name of existsSync(images) ? readdirSync(images) : [])
            this.emitFile({
              type: 'asset',
              fileName: `labs/${id}/images/${name}`,
              source: readFileSync(join(images, name)),
            });
        }
      },
    },
  };
}
