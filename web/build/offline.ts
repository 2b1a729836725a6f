// Lists the files that the site must cache so that a lab works offline.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { moduleIn, modulesOf } from './modules.ts';
import { viewOf } from '../src/lab/view-names.ts';

/**
 * The entry modules of pages for authors, teachers, and scientists, and for labs on other sites; readers do not cache
 * them.
 */
const notForReaders = [
  '/src/tool-pages.ts',
  'author/start.ts',
  'course/start.ts',
  'desk/start.ts',
  'linked/start.ts',
  'materials/start.ts',
  'network/start.ts',
  'teach/start.ts',
];

type Output = { code: string } | { source: string | Uint8Array };
const contentOf = (output: Output): string | Uint8Array => ('code' in output ? output.code : output.source);

/** Returns the script files of the interactive models by name, from the source of their list. */
export function viewFiles(source: string): Map<string, string> {
  const entry = /['"]?([\w-]+)['"]?:\s*\(\)\s*=>\s*import\(\s*['"]\.\/([^'"]+)['"]\s*\)/g;
  return new Map([...source.matchAll(entry)].map(([, name = '', file = '']) => [name, file]));
}

/**
 * Returns the scripts with the bindings of the engine's modules, each with its feature, as a built script names them.
 * Features with identical bindings share a script.
 */
export function bindingScripts(text: string): [script: string, feature: string][] {
  const entry = /pkg\/([\w-]+)\/pathlength_web\.js[`'"]:(?:\(\)=>|\w+\()+import\([`'"]\.\/([\w-]+\.js)/g;
  return [...text.matchAll(entry)].map(([, feature = '', script = '']) => [script, feature]);
}

/** Returns the names of the interactive models in a part of a lab. */
function viewsIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const { kind, view } = part as { kind?: unknown; view?: unknown };
  const own = kind === 'model' && typeof view === 'string' ? [viewOf(view).name] : [];
  return [...own, ...Object.values(part).flatMap(viewsIn)];
}

/**
 * Writes `offline.json`: the files that every lab needs, and the additional files of each lab. Scripts name the files
 * that they fetch, so a page can request any file reachable by name. The exceptions are interactive models that its lab
 * does not show, and bindings of other models. `modules` is the folder of the engine's modules, `sources` that of the
 * labs, and `registry` the list of the interactive models.
 */
export function offline(modules: string, sources: string, registry: string): Plugin {
  return {
    name: 'pathlength:offline',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const outputs = Object.values(bundle);
        const texts = new Map(
          outputs.flatMap(({ fileName }, at) => {
            const content = contentOf(outputs[at] as Output);
            return /\.(js|css)$/.test(fileName) ? [[fileName, content.toString()]] : [];
          }),
        );
        const names = outputs.map(({ fileName }) => fileName).filter((name) => name.startsWith('assets/'));
        const chunkOf = (end: string): string => {
          const chunk = outputs.find((output) => output.type === 'chunk' && output.facadeModuleId?.endsWith(end));
          if (!chunk) throw new Error(`the built site has no script of ${end}: update web/build/offline.ts`);
          return chunk.fileName;
        };
        const entry = outputs.find((output) => output.type === 'chunk' && output.isEntry)?.fileName;
        if (entry === undefined) throw new Error('the built site has no script of pages: update web/build/offline.ts');

        const views = new Map(
          [...viewFiles(readFileSync(registry, 'utf8'))].map(([name, file]) => [name, chunkOf(`/views/${file}`)]),
        );
        const bindings = [...texts.values()].flatMap(bindingScripts);

        /** Returns the scripts and styles that a page with this lab can request. */
        const reachedBy = (shown: string[], features: string[]): string[] => {
          const kept = new Set(
            shown.map((name) => {
              const script = views.get(name);
              if (script === undefined) throw new Error(`${registry} has no view "${name}": add it`);
              return script;
            }),
          );
          const left = new Set([
            ...notForReaders.map(chunkOf),
            ...[...views.values()].filter((script) => !kept.has(script)),
          ]);
          const own = bindings.flatMap(([script, feature]) => (features.includes(feature) ? script : []));
          for (const [script] of bindings) if (!own.includes(script)) left.add(`assets/${script}`);
          const reached = new Set([entry, ...kept]);
          for (const name of reached) {
            const text = texts.get(name);
            for (const other of names)
              if (!left.has(other) && text?.includes(other.slice('assets/'.length))) reached.add(other);
          }
          const all = [...reached, ...names.filter((name) => /style-[^/]*\.css$/.test(name))];
          return all.filter((name) => /\.(js|css)$/.test(name));
        };

        const scripts = new Map<string, string[]>();
        const labs: Record<string, string[]> = {};
        for (const output of outputs) {
          const [, id] = /^labs\/([^/]+)\/lab\.json$/.exec(output.fileName) ?? [];
          if (id === undefined || output.type !== 'asset') continue;
          const lab = JSON.parse(String(output.source)) as { model: string };
          const features = modulesOf(modules, lab.model);
          scripts.set(id, reachedBy(viewsIn(lab), features));
          const needed = features.map((name) => readFileSync(moduleIn(join(modules, name))));
          const own = outputs.filter(
            (other) =>
              other.type === 'asset' &&
              (new RegExp(`^assets/${id}-[\\w-]{8}\\.json$`).test(other.fileName) ||
                [`labs/${id}/fit.json`, `labs/${id}/text.json`].includes(other.fileName) ||
                (other.fileName.endsWith('.wasm') && needed.some((bytes) => bytes.equals(other.source as Uint8Array)))),
          );
          const images = join(sources, id, 'images');
          const pictures = existsSync(images) ? readdirSync(images).map((name) => `labs/${id}/images/${name}`) : [];
          labs[id] = [`labs/${id}.html`, output.fileName, ...own.map(({ fileName }) => fileName), ...pictures];
        }
        const shared = [...scripts.values()].reduce((all, some) => all.filter((name) => some.includes(name)));
        for (const [id, some] of scripts) labs[id]?.unshift(...some.filter((name) => !shared.includes(name)).sort());
        // `old-browser.js` is the classic script for browsers without modules; it is published unchanged.
        const always = ['index.html', 'old-browser.js', ...shared.sort()];
        this.emitFile({ type: 'asset', fileName: 'offline.json', source: JSON.stringify({ always, labs }) });
      },
    },
  };
}
