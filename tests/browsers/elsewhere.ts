/** Labs outside the site, in every browser: on other pages, as one file, and without a network. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { script, serveDocs, strict } from '../embed-host.ts';
import { dist } from '../serve.ts';
import type { Hands } from './hands.ts';
import type { Scenarios, Scene } from './scenario.ts';
import { recorder } from './site.ts';

/**
 * Opens a page on another origin with the policy from the guide, which allows loading only from the widgets' origin.
 */
async function onOtherSite({ hands, site }: Scene, body: (widgets: string) => string, act: () => Promise<void>) {
  const docs = await serveDocs({}, site);
  try {
    const policy = `${strict(docs.widgets).replace('worker-src', 'worker-src blob:')}; frame-src ${docs.widgets}`;
    await hands.go(docs.page(`<script src="${docs.widgets}recorder.js"></script>${body(docs.widgets)}`, policy));
    await act();
    expect(await hands.complaints()).toEqual([]);
  } finally {
    // The driver checks the page's errors at the end.
    await docs.close();
  }
}

/** Returns the texts of elements inside a widget. */
const textsIn = (hands: Hands, widget: string, selector: string): Promise<string[]> =>
  hands.run(
    `const root = document.querySelector(arguments[0])?.shadowRoot;
    return [...(root?.querySelectorAll(arguments[1]) ?? [])].map((element) => element.textContent);`,
    widget,
    selector,
  );

/** Returns the lightness of a widget's background, from 0 to 255. */
const paperOf = (hands: Hands, widget: string): Promise<number> =>
  hands.run(
    `const root = document.querySelector(arguments[0]).shadowRoot;
    const paper = [...root.querySelectorAll('*')].map((element) => getComputedStyle(element).backgroundColor).find((color) => !/, 0\\)$|transparent/.test(color));
    return Math.max(...paper.match(/[\\d.]+/g).slice(0, 3).map(Number));`,
    widget,
  );

/** Returns the script that the guide provides for pages with frames. */
function resizer(): string {
  const guide = readFileSync(new URL('../../web/src/embed/README.md', import.meta.url), 'utf8');
  const script = /<script>\n([^]*?lti\.frameResize[^]*?)<\/script>/.exec(guide)?.[1];
  if (script === undefined) throw new Error('the guide to embedding has no script that resizes frames');
  return script;
}

const allComputed = (hands: Hands): Promise<void> =>
  hands.until('all tables are computed', 'body', /All tables are computed\./);

export const elsewhere: Scenarios = {
  'widgets are live on a page of another origin with a strict policy': async (scene) => {
    const { hands } = scene;
    const { tables } = JSON.parse(readFileSync(join(scene.site, 'labs/disk-paths/lab.json'), 'utf8')) as {
      tables: { id: string; cells: unknown[][] }[];
    };
    const reread = tables.find(({ id }) => id === 'reread')?.cells.flat() ?? [];
    await onOtherSite(
      scene,
      (widgets) => `${script(widgets)}
        <pathlength-lab id="table" lab="disk-paths" view="table" table="reread"><p>The page’s own table</p></pathlength-lab>
        <pathlength-lab id="model" lab="zfs-directories" view="model" model="race"><p>The page’s own picture</p></pathlength-lab>`,
      async () => {
        await hands.untilTrue('the model has answered', async () =>
          (await textsIn(hands, '#table', 'figure')).some((text) => /Median error \d/.test(text)),
        );
        expect((await textsIn(hands, '#table', '[data-cell]')).length).toBe(reread.length);
        await hands.untilTrue('the picture has played', async () =>
          (await textsIn(hands, '#model', '.sentence')).some((text) => /\d/.test(text)),
        );
        const light = await paperOf(hands, '#table');
        await hands.run("document.documentElement.style.colorScheme = 'dark'");
        await hands.untilTrue('the widget is dark', async () => (await paperOf(hands, '#table')) < light / 2);
      },
    );
  },

  'sandboxed frame answers a question and gets the height of its content': async (scene) => {
    const { hands } = scene;
    writeFileSync(join(scene.site, 'resizer.js'), resizer());
    await onOtherSite(
      scene,
      (widgets) =>
        `<script src="${widgets}resizer.js"></script><iframe id="asked" title="asked" sandbox="allow-scripts" src="${widgets}embed/disk-paths.html?view=question" style="width:100%;height:600px;border:0"></iframe>`,
      async () => {
        await hands.inFrame('#asked', async () => {
          const inFrame = (selector: string): Promise<string[]> => textsIn(hands, 'pathlength-lab', selector);
          await hands.untilTrue('the question is there', async () => (await inFrame('.option')).length > 0);
          await hands.run(
            `const { shadowRoot } = document.querySelector('pathlength-lab');
            shadowRoot.querySelector('.option input').click();
            [...shadowRoot.querySelectorAll('button')].find((button) => button.textContent.trim() === 'Check').click();`,
          );
          await hands.untilTrue('the answer is judged', async () =>
            (await inFrame('[data-testid^="verdict-"]')).some((text) => /^\s*(Correct|Not correct)\./.test(text)),
          );
          expect(await hands.complaints()).toEqual([]);
        });
        const inner = await hands.inFrame('#asked', () =>
          hands.run<number>('return document.documentElement.scrollHeight'),
        );
        await hands.untilTrue('the frame has this height', async () => {
          const height = await hands.run<number>("return document.querySelector('#asked').clientHeight");
          return height !== 600 && Math.abs(height - inner) < 2;
        });
      },
    );
  },

  'lab as one file opens from disk and computes its tables': async ({ hands, site }) => {
    const file = readFileSync(join(dist('file'), 'disk-paths.html'), 'utf8');
    const copy = join(site, 'one-file.html');
    writeFileSync(copy, file.replace('<head>', `<head><script>${recorder}</script>`));
    await hands.open(pathToFileURL(copy).href);
    await hands.come('page:headline');
    await allComputed(hands);
    await hands.revealAll();
    expect((await hands.texts('main')).join('')).not.toContain('could not be');
  },

  'visited lab opens without a network and computes its tables': async ({ hands, url, close }) => {
    await hands.open(`${url}labs/disk-paths.html`);
    await hands.untilTrue('the lab is stored', () =>
      hands.run<boolean>(
        `return (async () => {
          const { always, labs } = await (await fetch('../offline.json')).json();
          const stored = [...always, ...labs['disk-paths']].map((file) => caches.match(new URL('../' + file, location.href), { ignoreSearch: true, ignoreVary: true }));
          return (await Promise.all(stored)).every(Boolean);
        })()`,
      ),
    );
    await close();
    await hands.open(`${url}labs/disk-paths.html?again`);
    await hands.until('the page says that it is stored', 'body', /This is the copy from your last visit/);
    await hands.come('page:headline');
    await allComputed(hands);
    await hands.wakeAll();
    expect((await hands.texts('main')).join('')).not.toContain('could not be');
  },
};
