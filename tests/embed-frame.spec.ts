// A widget in a frame that may only run its scripts: no origin, no cookies, no storage.
import { expect, test, type FrameLocator, type Page } from '@playwright/test';
import { encode } from '../web/src/state/code.ts';
import { complaintsOf } from './complaints.ts';
import { serveDocs, type Docs } from './embed-host.ts';

let docs: Docs;
test.beforeAll(async () => {
  docs = await serveDocs();
});
test.afterAll(() => docs.close());

/** A host as SPLICE describes it: it stores scores and states, restores states, and sizes its frames. */
const host = `<script>
  var said = [];
  let kept;
  addEventListener('message', ({ data, source }) => {
    said.push(data);
    const frame = [...document.querySelectorAll('iframe')].find(({ contentWindow }) => contentWindow === source);
    if (data.subject === 'lti.frameResize') frame.style.height = data.height + 'px';
    if (data.subject === 'SPLICE.reportScoreAndState') kept = data.state;
    if (data.subject === 'SPLICE.getState')
      source.postMessage(JSON.stringify({ subject: 'SPLICE.getState.response', message_id: data.message_id, state: kept }), '*');
  });
</script>`;

interface ReceivedMessage {
  subject: string;
  message_id: string;
  score?: number;
  height?: number;
  state?: { kind: string; text: string };
  data?: string;
  error?: { code: string };
}
const saidOf = (page: Page, subject: string): Promise<ReceivedMessage[]> =>
  page
    .evaluate(
      (subject) => (globalThis as unknown as { said: ReceivedMessage[] }).said.filter((one) => one.subject === subject),
      subject,
    )
    .catch(() => []);

const frameOf = (page: Page, id: string): FrameLocator => page.frameLocator(`#${id}`);

test('sandboxed frame answers, sets its height, and reports scores and states', async ({ page }) => {
  const complaints = complaintsOf(page);
  const frame = (id: string, query: string): string =>
    `<iframe id="${id}" title="${id}" sandbox="allow-scripts" src="${docs.widgets}embed/disk-paths.html?${query}" style="width:100%;border:0"></iframe>`;
  await page.goto(docs.page(`${host}${frame('asked', 'view=question')}${frame('table', 'table=reread')}`, ''));

  const asked = frameOf(page, 'asked');
  await asked.getByRole('radio').first().check();
  await asked.getByRole('button', { name: 'Check' }).click();
  const verdict = asked.getByText(/^(Correct|Not correct)\./);
  await expect(verdict).toBeVisible();
  const right = (await verdict.textContent())?.startsWith('Correct') ?? false;
  await expect
    .poll(() => saidOf(page, 'SPLICE.reportScoreAndState'))
    .toMatchObject([{ score: right ? 1 : 0, state: { kind: 'submit' } }]);

  // The whole table is visible without scrolling inside the frame.
  const table = frameOf(page, 'table');
  await expect(table.getByText(/Median error \d/)).toBeVisible();
  const inner = (): Promise<number> => table.locator('html').evaluate((html) => html.scrollHeight);
  await expect
    .poll(async () => Math.abs((await inner()) - ((await page.locator('#table').boundingBox())?.height ?? 0)))
    .toBeLessThan(2);

  // Another frame continues where the first one stopped.
  await page.evaluate(
    (html) => document.querySelector('main')?.insertAdjacentHTML('beforeend', html),
    frame('again', 'view=question'),
  );
  await expect(frameOf(page, 'again').getByText(/^(Correct|Not correct)\./)).toHaveText(
    (await verdict.textContent()) ?? '',
  );

  // The host may send objects or text; invalid messages are answered or ignored.
  await page.evaluate(() => {
    const to = (document.querySelector('#table') as HTMLIFrameElement).contentWindow;
    const cyclic: Record<string, unknown> = { subject: 'pathlength.setState' };
    cyclic['state'] = cyclic;
    for (const message of [
      null,
      7,
      '{',
      '[]',
      'x'.repeat(200_000),
      {},
      { subject: {} },
      { subject: 'pathlength.setState', state: '<b>' },
      cyclic,
    ])
      to?.postMessage(message, '*');
    to?.postMessage({ subject: 'pathlength.explode', message_id: '1' }, '*');
    to?.postMessage(JSON.stringify({ subject: 'pathlength.getData', message_id: '2', format: 'csv' }), '*');
  });
  await expect
    .poll(() => saidOf(page, 'pathlength.explode.response'))
    .toMatchObject([{ message_id: '1', error: { code: 'unknown' } }]);
  await expect
    .poll(() => saidOf(page, 'pathlength.getData.response'))
    .toMatchObject([{ message_id: '2', data: expect.stringMatching(/^"table","row","column",/) }]);
  await expect(
    table.getByText('The state of this widget is damaged: copy it again. The lab starts from the beginning.'),
  ).toBeVisible();
  expect(complaints).toEqual([]);
});

/** Sends a message to a frame from its host page. */
const send = (page: Page, id: string, message: object): Promise<void> =>
  page.evaluate(
    ([id, message]) => (document.querySelector(`#${id}`) as HTMLIFrameElement).contentWindow?.postMessage(message, '*'),
    [id, message] as const,
  );

/** Answers the question in a frame and returns the element with its verdict. */
async function answer(page: Page, id: string) {
  const frame = frameOf(page, id);
  await frame.getByRole('radio').first().check();
  await frame.getByRole('button', { name: 'Check' }).click();
  const verdict = frame.getByText(/^(Correct|Not correct)\./);
  await expect(verdict).toBeVisible();
  return verdict;
}

test('frame that names an origin ignores commands from other origins', async ({ page }) => {
  const frame = (id: string, origin: string): string =>
    `<iframe id="${id}" title="${id}" src="${docs.widgets}embed/disk-paths.html?view=question&origin=${encodeURIComponent(origin)}" style="width:100%;height:600px"></iframe>`;
  const own = new URL(docs.page('')).origin;
  await page.goto(docs.page(`${host}${frame('friend', own)}${frame('stranger', 'https://docs.example')}`, ''));
  const [kept, gone] = [await answer(page, 'stranger'), await answer(page, 'friend')];
  for (const id of ['stranger', 'friend']) {
    await send(page, id, { subject: 'pathlength.reset', message_id: id });
    await send(page, id, { subject: 'pathlength.getState', message_id: id });
  }
  await expect(gone).toBeHidden();
  await expect
    .poll(async () => (await saidOf(page, 'pathlength.getState.response')).map(({ message_id }) => message_id))
    .toEqual(['friend']);
  await expect(kept).toBeVisible();
});

test('setState returns what it refused', async ({ page }) => {
  await page.goto(
    docs.page(
      `${host}<iframe id="asked" title="asked" sandbox="allow-scripts" src="${docs.widgets}embed/zfs-directories.html?view=question"></iframe>`,
      '',
    ),
  );
  const states: [id: string, state: unknown][] = [
    ['markup', '<b>'],
    ['number', 7],
    ['long', '1.'.padEnd(5_000_000, 'A')],
    ['unfit', encode({ settings: { names: -1e308 } })],
    ['fit', encode({ settings: { names: 2000 } })],
    ['none', ''],
  ];
  for (const [message_id, state] of states)
    await send(page, 'asked', { subject: 'pathlength.setState', message_id, state });
  await expect
    .poll(async () =>
      Object.fromEntries(
        (await saidOf(page, 'pathlength.setState.response')).map(({ message_id, error }) => [message_id, error?.code]),
      ),
    )
    .toEqual({
      markup: 'refused',
      number: 'failed',
      long: 'refused',
      unfit: 'refused',
      fit: undefined,
      none: undefined,
    });
});

test('host sets the theme of a frame, and no other value', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(
    docs.page(
      `${host}<iframe id="asked" title="asked" sandbox="allow-scripts" src="${docs.widgets}embed/disk-paths.html?view=question"></iframe>`,
      '',
    ),
  );
  const frame = frameOf(page, 'asked').locator('.frame');
  const [light, dark] = ['rgb(252, 251, 248)', 'rgb(22, 21, 19)'];
  await expect(frame).toHaveCSS('background-color', light);
  for (const [theme, color] of [
    ['dark', dark],
    ['night', dark],
    [7, dark],
    ['light', light],
    ['dark', dark],
    ['auto', light],
  ] as const) {
    await send(page, 'asked', { subject: 'pathlength.setTheme', message_id: String(theme), theme });
    await expect(frame).toHaveCSS('background-color', color);
  }
  await expect
    .poll(async () =>
      (await saidOf(page, 'pathlength.setTheme.response')).map(({ message_id, error }) => [message_id, error?.code]),
    )
    .toEqual([
      ['dark', undefined],
      ['night', 'failed'],
      ['7', 'failed'],
      ['light', undefined],
      ['dark', undefined],
      ['auto', undefined],
    ]);
});

test('interactive model runs in a sandboxed frame', async ({ page }) => {
  const complaints = complaintsOf(page);
  await page.goto(
    docs.page(
      `<iframe id="model" title="model" sandbox="allow-scripts" src="${docs.widgets}embed/disk-paths.html?model=minidisk-cache" style="width:100%;height:700px"></iframe>`,
      '',
    ),
  );
  // Without any input, the model reads a file of 24 tracks for the first time.
  await expect(frameOf(page, 'model').getByText('Cache: 24 of 24 slots in use')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('widget goes on after a flood of messages', async ({ page }) => {
  await page.goto(
    docs.page(
      `${host}<iframe id="asked" title="asked" sandbox="allow-scripts" src="${docs.widgets}embed/disk-paths.html?view=question" style="height:600px"></iframe>`,
      '',
    ),
  );
  await expect(frameOf(page, 'asked').getByRole('radio').first()).toBeVisible();
  await page.evaluate(() => {
    const to = (document.querySelector('#asked') as HTMLIFrameElement).contentWindow;
    const deep = `{"subject":"pathlength.setState","state":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    for (let at = 0; at < 20_000; at++) to?.postMessage({ subject: `junk.${at}`, at }, '*');
    for (let at = 0; at < 200; at++) to?.postMessage(deep, '*');
    for (let at = 0; at < 100; at++)
      to?.postMessage({ subject: 'pathlength.setState', state: 'A'.repeat(1 << 20) }, '*');
    for (let at = 0; at < 5000; at++) to?.postMessage({ subject: 'pathlength.run', message_id: `${at}` }, '*');
    for (let at = 0; at < 5000; at++) to?.postMessage({ subject: 'pathlength.getState', message_id: `${at}` }, '*');
  });
  await expect
    .poll(async () => (await saidOf(page, 'pathlength.getState.response')).length, { timeout: 120_000 })
    .toBe(5000);
  await answer(page, 'asked');
});
