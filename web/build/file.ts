// Builds each lab as one HTML file that needs no other file and no network.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { moduleIn, modulesOf } from './modules.ts';
import { rendered } from './prerender.ts';

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

/** Prefixes of placeholders for modules and lazy style sheets, whose addresses would name other files. */
const [asModule, asStyle] = ['\0module:', '\0style:'];

/**
 * Rewrites imports for a lab's file: a module becomes its name, and a lazy style sheet becomes an address that contains
 * it. Files in src/file replace some source files.
 */
export function inFile(source: string): Plugin {
  const instead = new Map(
    ['engine/spawn.ts', 'lab/published.ts'].map((path) => [join(source, path), join(source, 'file', basename(path))]),
  );
  return {
    name: 'pathlength:in-file',
    enforce: 'pre',
    async resolveId(id, importer) {
      const [path = '', query] = id.split('?');
      if (query === 'url' && path.endsWith('_bg.wasm')) return asModule + (/pkg\/(?:(.*)\/)?/.exec(path)?.[1] ?? '');
      if (query === 'url' && path.endsWith('.css')) return `${asStyle}${join(dirname(importer ?? ''), path)}.text`;
      if (query !== undefined) return undefined;
      const found = await this.resolve(id, importer, { skipSelf: true });
      return found && instead.get(found.id);
    },
    load(id) {
      // A lab's file contains only the modules of its own model; the address of any other module is an empty file.
      if (id.startsWith(asModule))
        return `export default globalThis.pathlengthModules?.[${JSON.stringify(`${id.slice(asModule.length)}.wasm`)}] ?? 'data:,'`;
      if (!id.startsWith(asStyle)) return undefined;
      const css = readFileSync(id.slice(asStyle.length, -'.text'.length)).toString('base64');
      return `export default 'data:text/css;base64,${css}'`;
    },
  };
}

/**
 * Escapes the character sequences that would end a script in HTML or begin a comment. In scripts, they occur only in
 * strings.
 */
const inHtml = (script: string): string => script.replace(/<(?=!--|\/?script)/gi, '\\x3C');
const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Returns a compressed file as an element of the page. */
const packed = (name: string, content: Buffer): string =>
  `<script type="text/plain" data-file="${name}" data-type="${types[extname(name)] ?? ''}">` +
  `${gzipSync(content, { level: 9 }).toString('base64')}</script>`;

/** Returns the content security policy: the page may use only its own content. */
const policy = (script: string, style: string): string =>
  "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data: blob:; connect-src data:; worker-src blob:; " +
  `script-src ${hashOf(script)} 'wasm-unsafe-eval'; style-src ${hashOf(style)} data:`;

const pictures: Record<string, string> = { '.svg': 'image/svg+xml', '.png': 'image/png', '.jpg': 'image/jpeg' };

/** Inlines a lab's pictures into its page. */
const withPictures = (body: string, folder: string): string =>
  (existsSync(folder) ? readdirSync(folder) : []).reduce((text, name) => {
    const content = readFileSync(join(folder, name)).toString('base64');
    return text.replaceAll(`src="images/${name}"`, `src="data:${pictures[extname(name)] ?? ''};base64,${content}"`);
  }, body);

interface Page {
  id: string;
  head: string;
  body: string;
  script: string;
  style: string;
  files: string[];
}

// Files come after the text, so that the text appears first; the script runs after the whole page has been parsed.
const page = ({ id, head, body, script, style, files }: Page): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy(script, style)}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="data:," />
    ${head}
    <style>${style}</style>
    <script type="module">${script}</script>
  </head>
  <body>
    <div id="page" data-lab="${id}">${body}</div>
    ${files.join('\n    ')}
  </body>
</html>
`;

/**
 * The page without a lab, which the page for authors fills: no lab has this name. Its marks are comments that no script
 * or style sheet contains.
 */
const emptyPage = { file: 'lab.template.html', id: '<!--id-->', head: '<!--head-->', body: '<!--body-->' };
const filesMark = '<!--files-->';

/** Puts each lab's page and its built scripts into one file and deletes the rest. */
export function file(configFile: string, labs: string, modules: string, outDir: string): Plugin {
  let failed = false;
  return {
    name: 'pathlength:file',
    apply: 'build',
    buildEnd(error) {
      failed = error !== undefined;
    },
    async closeBundle() {
      if (failed) return;
      const names = readdirSync(outDir, { recursive: true, encoding: 'utf8' });
      const read = (path: string): Buffer => readFileSync(join(outDir, path));
      const one = (ending: RegExp): string => {
        const found = names.filter((path) => ending.test(path));
        if (found.length !== 1) throw new Error(`expected one ${String(ending)}, found ${found.join(', ') || 'none'}`);
        return read(found[0] ?? '').toString();
      };
      const script = inHtml(one(/^main\.js$/));
      const style = one(/style-[^/]*\.css$/);
      const workers = names
        .filter((path) => /worker-[^/]*\.js$/.test(path))
        .map((path) => packed(basename(path), read(path)));
      const pages = new Map<string, string>();
      const { file: template, ...marks } = emptyPage;
      pages.set(template, page({ ...marks, script, style, files: [...workers, filesMark] }));
      for (const { lab: id, head, body } of await rendered(configFile, 'file')) {
        if (id === undefined) continue;
        const lab = read(`labs/${id}/lab.json`);
        const { model } = JSON.parse(lab.toString()) as { model: string };
        pages.set(
          `${id}.html`,
          page({
            id,
            head,
            script,
            style,
            body: withPictures(body, join(labs, id, 'images')),
            files: [
              ...workers,
              packed('lab.json', lab),
              ...modulesOf(modules, model).map((name) =>
                packed(`${name}.wasm`, readFileSync(moduleIn(join(modules, name)))),
              ),
            ],
          }),
        );
      }
      for (const path of readdirSync(outDir)) rmSync(join(outDir, path), { recursive: true });
      for (const [name, text] of pages) writeFileSync(join(outDir, name), text);
    },
  };
}
