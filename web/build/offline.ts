// Lists what the site must keep so that a lab works without a network.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { moduleIn, modulesOf } from './modules.ts';

/** The module with which the part of the site for authors begins; readers do not keep it. */
const authors = 'author/start.ts';

type Output = { code: string } | { source: string | Uint8Array };
const contentOf = (output: Output): string | Uint8Array => ('code' in output ? output.code : output.source);

/**
 * Writes `offline.json`: the files that every lab needs, and by lab those that it alone does. Scripts name the files
 * that they fetch, so what a lab can come to is what can be reached by names.
 */
export function offline(modules: string, sources: string): Plugin {
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
        const entry = outputs.find((output) => output.type === 'chunk' && output.isEntry)?.fileName;
        const left = outputs.find((output) => output.type === 'chunk' && output.facadeModuleId?.endsWith(authors));
        if (entry === undefined || !left) throw new Error('web/build/offline.ts does not find the scripts of pages');

        const reached = new Set([entry]);
        for (const name of reached) {
          const text = texts.get(name);
          for (const other of names)
            if (other !== left.fileName && text?.includes(other.slice('assets/'.length))) reached.add(other);
        }
        const all = [...reached, ...names.filter((name) => /style-[^/]*\.css$/.test(name))];

        const labs: Record<string, string[]> = {};
        for (const output of outputs) {
          const [, id] = /^labs\/([^/]+)\/lab\.json$/.exec(output.fileName) ?? [];
          if (id === undefined || output.type !== 'asset') continue;
          const { model } = JSON.parse(String(output.source)) as { model: string };
          const needed = modulesOf(modules, model).map((name) => readFileSync(moduleIn(join(modules, name))));
          const own = outputs.filter(
            (other) =>
              other.type === 'asset' &&
              (new RegExp(`^assets/${id}-[\\w-]{8}\\.json$`).test(other.fileName) ||
                (other.fileName.endsWith('.wasm') && needed.some((bytes) => bytes.equals(other.source as Uint8Array)))),
          );
          const images = join(sources, id, 'images');
          const pictures = existsSync(images) ? readdirSync(images).map((name) => `labs/${id}/images/${name}`) : [];
          labs[id] = [`labs/${id}.html`, output.fileName, ...own.map(({ fileName }) => fileName), ...pictures];
        }
        const always = ['index.html', ...all.filter((name) => /\.(js|css)$/.test(name))].sort();
        this.emitFile({ type: 'asset', fileName: 'offline.json', source: JSON.stringify({ always, labs }) });
      },
    },
  };
}
