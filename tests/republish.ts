/** A site that is republished while readers have its pages open: the same pages, with scripts under other names. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveMoody, type MoodyHost } from './moody-host.ts';
import { dist } from './serve.ts';

export interface RepublishedHost extends MoodyHost {
  /** Replaces this build with another build, as do hosts that replace all files at once. */
  republish(): void;
}

const isText = (name: string): boolean => /\.(js|css|html|json)$/.test(name);

export async function serveToRepublish(): Promise<RepublishedHost> {
  const folder = mkdtempSync(join(tmpdir(), 'site-'));
  for (const name of readdirSync(dist('site')))
    if (!['v', 'file', 'embed'].includes(name))
      cpSync(join(dist('site'), name), join(folder, name), { recursive: true });
  const host = await serveMoody('', folder);
  const { close } = host;
  return Object.assign(host, {
    async close() {
      await close();
      rmSync(folder, { recursive: true });
    },
    republish(): void {
      const assets = readdirSync(join(folder, 'assets'));
      const renamed = new Map(
        assets.map((name) => [name, name.replace(/-[\w-]{8}(?=\.\w+$)/, (hash) => `-${hash.slice(2)}${hash[1]}`)]),
      );
      const inText = new RegExp(assets.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g');
      for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isText)) {
        const text = readFileSync(join(folder, path), 'utf8');
        writeFileSync(
          join(folder, path),
          text.replaceAll(inText, (name) => renamed.get(name) ?? name),
        );
      }
      for (const [name, next] of renamed) renameSync(join(folder, 'assets', name), join(folder, 'assets', next));
    },
  });
}
