// Compiles the labs when the site is built or served.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { Plugin, ViteDevServer } from 'vite';
import { gradingFile, lean } from '../src/lab/lean.ts';
import { labSources } from './lab-sources.ts';
import { canonicalJson, compileFolder, compileTranslation, LabError, print, type Problem } from './lab.ts';
import { problemPage } from './problem-page.ts';

/** The editions of a lab, each written to its own folder. The complete lab is written to the folder above them. */
const kinds = ['', 'lean', 'asked', 'source', 'card', 'teacher'] as const;

/** Writes a file unless its content is the same: an unchanged file keeps its time, so the server does not reload. */
async function put(file: string, text: string): Promise<void> {
  if ((await readFile(file, 'utf8').catch(() => '')) === text) return;
  // The file is renamed into place, so that no program reads an incomplete file.
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
}

/** Reloads the open pages. */
function reload(server: ViteDevServer): void {
  server.moduleGraph.invalidateAll();
  server.ws.send({ type: 'full-reload', path: '*' });
}

/**
 * Compiles every lab into its editions. The complete lab is for the pages that the build renders and for programs that
 * check answers (`labs/<id>/lab.json` of the site). A translated lab is next to it (`text.json`). The lean lab is for
 * the page and its worker, and the grading file for the page's questions. The card is for lists of labs, the guide for
 * teachers, and the sources for authors. An error in a lab fails a build; a server shows the error instead of the lab's
 * page until the author corrects it. `template` returns the files of a new lab. Labs without a text in `language` are
 * English.
 */
export function labs(
  from: string,
  to: string,
  template: () => Promise<Record<string, string>>,
  language = 'en',
): Plugin {
  const root = dirname(from);
  const whole = new Map<string, string>();
  /** The texts of translated labs. */
  const texts = new Map<string, string>();
  /** The records of fits, which pages fetch before they show the first interval. */
  const fits = new Map<string, string>();
  const wrong = new Map<string, readonly Problem[]>();

  const exists = (id: string): boolean => existsSync(join(from, id, 'lab.md'));
  const errors = (): string =>
    [...wrong.values()]
      .flat()
      .filter(({ severity }) => severity === 'error')
      .map(print)
      .join('\n');

  async function forget(id: string): Promise<void> {
    whole.delete(id);
    texts.delete(id);
    fits.delete(id);
    wrong.delete(id);
    for (const kind of kinds) await rm(join(to, kind, `${id}.json`), { force: true });
  }

  async function write(id: string): Promise<void> {
    const folder = join(from, id);
    const english = await compileFolder(folder, root);
    const isTranslated = english.lab !== undefined && existsSync(join(folder, `lab.${language}.md`));
    const { lab, card, teacher, problems } = isTranslated
      ? await compileTranslation(folder, root, language, english.lab)
      : english;
    if (!lab) {
      wrong.set(id, problems);
      return;
    }
    wrong.delete(id);
    // Programs check answers and versions against the English lab, which has the same ids, data, and answers.
    if (language === 'en' || isTranslated) whole.set(id, canonicalJson(english.lab));
    if (isTranslated) texts.set(id, canonicalJson(lab));
    if (lab.fit && whole.has(id)) fits.set(id, canonicalJson(lab.fit));
    else fits.delete(id);
    await put(join(to, `${id}.json`), canonicalJson(lab));
    await put(join(to, 'lean', `${id}.json`), canonicalJson(lean(lab)));
    await put(join(to, 'asked', `${id}.json`), canonicalJson(gradingFile(lab)));
    await put(join(to, 'card', `${id}.json`), canonicalJson(card));
    await put(join(to, 'teacher', `${id}.json`), canonicalJson(teacher));
    await put(join(to, 'source', `${id}.json`), JSON.stringify(labSources(folder)));
  }

  return {
    name: 'pathlength:labs',
    async config(_, { command }) {
      for (const folder of [...kinds, 'template']) await mkdir(join(to, folder), { recursive: true });
      // Otherwise, the output of a deleted lab would remain on the site.
      for (const kind of kinds)
        for (const file of await readdir(join(to, kind)))
          if (file.endsWith('.json') && !exists(file.slice(0, -'.json'.length))) await rm(join(to, kind, file));
      for (const id of await readdir(from)) if (exists(id)) await write(id);
      if (command === 'build' && wrong.size > 0) throw new LabError(errors());
      await put(join(to, 'template', 'new.json'), JSON.stringify(await template()));
    },
    configureServer(server) {
      const { logger } = server.config;
      const waiting = new Map<string, ReturnType<typeof setTimeout>>();
      const renew = async (id: string): Promise<void> => {
        if (exists(id)) await write(id);
        else await forget(id);
        if (wrong.has(id)) logger.error(errors());
        reload(server);
      };
      if (wrong.size > 0) logger.error(errors());
      server.watcher.add(from);
      server.watcher.on('all', (_, file) => {
        const [id = '', inside] = file.startsWith(from + sep) ? file.slice(from.length + 1).split(sep) : [];
        if (inside === undefined || id === 'schema') return;
        // Editors save in several steps, and a copied folder arrives file by file.
        clearTimeout(waiting.get(id));
        waiting.set(
          id,
          setTimeout(() => {
            renew(id).catch((error: unknown) => logger.error(String(error)));
          }, 100),
        );
      });
      server.middlewares.use((request, response, next) => {
        const [, id = '', file] = /^\/labs\/([\w-]+)\/(lab|fit)\.json$/.exec(request.originalUrl ?? '') ?? [];
        const text = (file === 'fit' ? fits : whole).get(id);
        if (text === undefined) {
          next();
          return;
        }
        response.setHeader('content-type', 'application/json; charset=utf-8');
        response.end(text);
      });
      server.middlewares.use(async (request, response, next) => {
        const [, id = ''] = /^\/labs\/([\w-]+)\.html(?:[?#]|$)/.exec(request.originalUrl ?? '') ?? [];
        const problems = wrong.get(id);
        if (!problems) {
          next();
          return;
        }
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.end(await server.transformIndexHtml(`/labs/${id}.html`, problemPage(id, problems)));
      });
    },
    generateBundle() {
      for (const [id, source] of whole) this.emitFile({ type: 'asset', fileName: `labs/${id}/lab.json`, source });
      for (const [id, source] of texts) this.emitFile({ type: 'asset', fileName: `labs/${id}/text.json`, source });
      for (const [id, source] of fits) this.emitFile({ type: 'asset', fileName: `labs/${id}/fit.json`, source });
    },
  };
}
