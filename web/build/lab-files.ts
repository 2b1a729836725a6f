// Compiles the labs as the site is built or served.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { askedIn, lean } from '../src/lab/lean.ts';
import { canonicalJson, compileLab, LabError } from './lab.ts';

/**
 * Compiles every lab: whole for what the build draws and for whoever wants to check what was answered in it
 * (`labs/<id>/lab.json` of the site), lean for the page and its worker.
 */
export function labs(from: string, to: string): Plugin {
  const root = dirname(from);
  const folders = [to, join(to, 'lean'), join(to, 'asked')];
  const whole = new Map<string, string>();
  const write = async (id: string): Promise<void> => {
    const lab = await compileLab(join(from, id), root);
    whole.set(id, canonicalJson(lab));
    for (const [file, json] of [
      [join(to, `${id}.json`), canonicalJson(lab)],
      [join(to, 'lean', `${id}.json`), canonicalJson(lean(lab))],
      [join(to, 'asked', `${id}.json`), canonicalJson(askedIn(lab))],
    ] as const)
      // An unchanged file keeps its time, so that a watching server does not reload for nothing.
      if ((await readFile(file, 'utf8').catch(() => '')) !== json) await writeFile(file, json);
  };
  return {
    name: 'pathlength:labs',
    async config() {
      for (const folder of folders) await mkdir(folder, { recursive: true });
      const entries = await readdir(from, { withFileTypes: true });
      for (const entry of entries) if (entry.isDirectory() && entry.name !== 'schema') await write(entry.name);
      // A lab whose folder is gone would stay on the site.
      for (const folder of folders)
        for (const file of await readdir(folder))
          if (file.endsWith('.json') && !whole.has(file.slice(0, -'.json'.length))) await rm(join(folder, file));
    },
    configureServer(server) {
      server.watcher.add(from);
      server.watcher.on('all', (_, file) => {
        const [id = '', inside] = file.startsWith(from) ? file.slice(from.length + 1).split(/[\\/]/) : [];
        if (!whole.has(id) || inside === undefined) return;
        write(id).catch((error: unknown) => {
          server.config.logger.error(error instanceof LabError ? error.message : String(error));
        });
      });
    },
    generateBundle() {
      for (const [id, source] of whole) this.emitFile({ type: 'asset', fileName: `labs/${id}/lab.json`, source });
    },
  };
}
