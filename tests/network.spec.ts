// A queueing network is drawn by keyboard and by pointer, solved, changed, simulated, saved, and opened again.
import { expect, test, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { unzipSync, strFromU8 } from 'fflate';
import { lessonTools } from '../web/build/lesson-tools.ts';
import { compile, filesInMemory } from '../web/src/lab/compile/index.ts';
import { violations } from './axe.ts';
import { dist, serve, type Host } from './serve.ts';

let host: Host;
let complaints: string[] = [];

test.beforeEach(async ({ page }) => {
  complaints = [];
  host = await serve(dist('site'));
  page.on('console', (message) => {
    const isOfTests = message.text().startsWith('Service Worker registration blocked');
    if ((message.type() === 'error' || message.type() === 'warning') && !isOfTests) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
});
test.afterEach(async () => {
  await host.close();
  expect(complaints).toEqual([]);
});

const open = async (page: Page, hash = ''): Promise<void> => {
  await page.goto(`${host.url}network.html${hash}`);
  await expect(page.getByTestId('bottleneck')).toContainText('N*');
};
const sentence = (page: Page) => page.getByTestId('bottleneck');
const node = (page: Page, id: string) => page.getByTestId(`node-${id}`);
const panel = (page: Page) => page.getByTestId('panel');
const start = async (page: Page, name: string): Promise<void> => {
  await page.getByLabel('Start from').selectOption({ label: name });
};

test('network is drawn and solved by keyboard alone', async ({ page }) => {
  await open(page);
  await page.getByLabel('Start from').focus();
  await start(page, 'an empty drawing');
  await expect(sentence(page)).toHaveText('The network is empty: add a station.');

  const press = async (name: string): Promise<void> => {
    await panel(page).getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  await press('Add queue');
  const type = async (label: string, text: string): Promise<void> => {
    await panel(page).getByLabel(label, { exact: true }).focus();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(text);
  };
  await type('Name', 'CPU');
  await type('Service time, ms', '100');
  await press('Add queue');
  await type('Name', 'Disk');
  await type('Service time, ms', '25');
  await type('Visits', '2');
  // The outside: two users without think time.
  await node(page, 'outside').focus();
  await page.keyboard.press('Enter');
  await expect(panel(page).getByLabel('Name', { exact: true })).toBeFocused();
  await type('Population', '2');
  await type('Think time, ms', '0');
  // By hand: R = 100 (1 + 2/3) + 50 (1 + 1/3) = 233.3 ms, X = 60/7, U = 6/7.
  await expect(page.getByTestId('class-table')).toContainText('233 ms');
  await expect(page.getByTestId('class-table')).toContainText('8.57/s');
  await expect(sentence(page)).toContainText('The bottleneck is CPU, with a utilization of 85.7');
  await expect(node(page, 's1')).toHaveAccessibleName(/^CPU, queue with 1 server, 85\.7\s% busy, 1\.43 requests$/);

  // An arrow is added with the form, and a station is moved with the arrow keys.
  await node(page, 's1').focus();
  const before = await node(page, 's1').getAttribute('transform');
  await page.keyboard.press('ArrowDown');
  await expect(node(page, 's1')).not.toHaveAttribute('transform', before ?? '');
  await node(page, 'outside').focus();
  await panel(page).getByLabel('Route').selectOption('arrows');
  await node(page, 's1').focus();
  await panel(page).getByLabel('Arrow to', { exact: true }).selectOption({ label: 'Think time' });
  await press('Add arrow');
  await expect(panel(page).getByLabel('Think time: probability')).toHaveValue('0.5');
  await type('Think time: probability', '0.7');
  await expect(sentence(page)).toHaveText(
    'In “Users”, the probabilities after “CPU” add up to 1.2, not 1: change the probabilities.',
  );
  await type('Disk: probability', '0.3');
  await expect(sentence(page)).toContainText('The bottleneck is CPU');
  // Half of the requests that go to the disk visit it again.
  await expect(page.getByTestId('station-table').getByRole('row', { name: /^Disk/ })).toContainText('0.6');
  await node(page, 's2').focus();
  await page.keyboard.press('Delete');
  await expect(node(page, 's2')).toHaveCount(0);
  await expect(node(page, 'outside')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(node(page, 's2')).toHaveCount(1);
  expect(await violations(page)).toEqual([]);
});

test('stations are moved and connected by pointer', async ({ page }) => {
  await open(page);
  await page.getByTestId('drawing').scrollIntoViewIfNeeded();
  const middle = async (id: string): Promise<[number, number]> => {
    const box = await node(page, id).locator('.box').boundingBox();
    if (!box) throw new Error('the station is not visible');
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = await middle('s3');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 60, y - 20, { steps: 5 });
  await page.mouse.up();
  const [movedX, movedY] = await middle('s3');
  expect(Math.abs(movedX - x + 60)).toBeLessThan(3);
  expect(Math.abs(movedY - y + 20)).toBeLessThan(3);

  // From the handle of the selected disk to the other disk.
  const port = await page.getByTestId('port').locator('.dot').boundingBox();
  if (!port) throw new Error('the selected station has no handle');
  await page.mouse.move(port.x + 6, port.y + 6);
  await page.mouse.down();
  await page.mouse.move(...(await middle('s2')), { steps: 8 });
  await page.mouse.up();
  await expect(panel(page).getByLabel('Disk A: probability')).toHaveValue('0.5');
  await expect(panel(page).getByLabel('Processor: probability')).toHaveValue('0.5');
  // Disk A now has 2.5 + 1.5/2 visits.
  await expect(page.getByTestId('station-table').getByRole('row', { name: /^Disk A/ })).toContainText('3.25');
});

test('balanced job bounds are drawn where they hold', async ({ page }) => {
  await open(page);
  const throughput = page.getByTestId('curve-throughput');
  await expect(page.getByText('balanced job bounds')).toBeVisible();
  await expect(throughput.getByTestId('band')).toHaveCount(2);
  await throughput.getByText('Data table').click();
  const rows = throughput.getByRole('region', { name: /^Data for/ }).getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  const values = await Promise.all((await rows.all()).map((row) => row.getByRole('cell').allInnerTexts()));
  // Lazowska et al., chapter 5: 20 users who think for 1 s; demands of 5 × 5, 2.5 × 20, and 1.5 × 15 ms.
  const [users, think, demand] = [20, 1, 0.025 + 0.05 + 0.0225];
  const low = users / (demand + think + ((users - 1) * 0.05) / (1 + think / (users * demand)));
  const high = users / (demand + think + ((users - 1) * (demand / 3)) / (1 + think / demand));
  const cells = values.find(([load]) => load === '20')?.map(Number) ?? [];
  expect(cells).toContainEqual(expect.closeTo(low, 2));
  expect(cells).toContainEqual(expect.closeTo(Math.min(high, 20), 2));

  // With a second server at a station, there are no balanced job bounds.
  await node(page, 's2').click();
  await panel(page).getByRole('button', { name: 'Add server' }).click();
  await expect(page.getByText('balanced job bounds')).toHaveCount(0);
  await expect(throughput.getByTestId('band')).toHaveCount(1);
});

test('what-if shows the change relative to the baseline', async ({ page }) => {
  await open(page);
  await expect.poll(() => page.url()).toContain('#s=');
  const before = page.url();
  await node(page, 's2').click();
  await panel(page).getByRole('button', { name: 'Add server' }).click();
  await expect(page.getByTestId('comparison')).toContainText(
    /Response time 245\sms → \d+\sms \([\d.]+ times as fast\)/,
  );
  const disk = page.getByTestId('station-table').getByRole('row', { name: /^Disk A/ });
  await expect(disk).toContainText(/80\.3\s%/);
  await expect(page.getByTestId('curve-throughput').locator('.original path.line')).toHaveAttribute('d', /L/);
  await expect(page.getByTestId('curve-throughput').locator('.asymptote')).toHaveAttribute('d', /L/);

  // The link contains both networks, and undo ends the comparison.
  await expect.poll(() => page.url()).not.toBe(before);
  const again = await page.context().newPage();
  await again.goto(page.url());
  await expect(again.getByTestId('comparison')).toBeVisible();
  expect(await again.getByTestId('comparison').innerText()).toBe(await page.getByTestId('comparison').innerText());
  await again.close();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByTestId('comparison')).toHaveCount(0);
  await page.getByRole('button', { name: 'Redo' }).click();
  await page.getByRole('button', { name: 'Set as baseline' }).click();
  await expect(page.getByTestId('comparison')).toHaveCount(0);
});

test('simulation is shown next to the exact solution', async ({ page }) => {
  await open(page);
  await start(page, 'One queue with arrivals (M/M/1)');
  await expect(page.getByTestId('class-table')).toContainText('500 ms');
  await page.getByLabel('Precision').selectOption('± 5 %');
  await page.getByRole('button', { name: 'Simulate' }).click();
  const row = page.getByTestId('simulation-table').getByRole('row', { name: /response time/ });
  await expect(row).toBeVisible({ timeout: 60_000 });
  const [exact, simulated, half] = await row.locator('.number').allInnerTexts();
  expect(exact).toBe('500\u00a0ms');
  expect(Math.abs(parseFloat(simulated ?? '') - 500)).toBeLessThan(60);
  expect(parseFloat(half ?? '')).toBeGreaterThan(0);
  expect(parseFloat(half ?? '')).toBeLessThan(30);
  expect(await page.getByTestId('curve-response').getByTestId('whisker').count()).toBeGreaterThan(4);

  // A long simulation is canceled, and the page continues to work.
  await start(page, 'Two classes on one server');
  await page.getByLabel('Precision').selectOption('± 1 %');
  await page.getByRole('button', { name: 'Simulate' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByTestId('network-status')).toHaveText('The simulation was canceled.');
  await expect(page.getByRole('button', { name: 'Simulate' })).toBeVisible();
});

const sample = readFileSync(new URL('../engine/measurements/tests/samples/sadf.json', import.meta.url), 'utf8');

test('report of a server becomes a network', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Paste a report…' }).click();
  const paste = page.getByLabel(/^Paste a server’s report/);
  await paste.fill('hello');
  await page.getByRole('button', { name: 'Read' }).click();
  await expect(page.getByTestId('report-problem')).toContainText('Unknown format');
  await paste.fill(sample);
  await page.getByRole('button', { name: 'Read' }).click();
  const found = page.getByTestId('report-found');
  await expect(found).toContainText('The demand of each device is its utilization divided by its throughput.');
  expect(await violations(page)).toEqual([]);
  await found.getByRole('button', { name: /^Draw / }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Pasted report' })).toBeFocused();
  await expect(sentence(page)).toContainText('with a utilization of');

  // A CSV file from any program.
  await page.getByRole('button', { name: 'Paste a report…' }).click();
  await paste.fill('VOLSER,SSCH/s,RESP ms,BUSY %\nAB0001,100,5,40\nAB0002,20,30,50\n');
  await expect(page.getByLabel('Utilization', { exact: true })).toHaveValue('BUSY %');
  await page.getByRole('button', { name: 'Read' }).click();
  await page.getByTestId('report-found').getByRole('button', { name: 'Draw these 2 devices' }).click();
  await expect(sentence(page)).toContainText(/The busiest station is AB0002, with a utilization of only 50\.0/);
});

test('saved lab compiles, and saved file opens again', async ({ page }) => {
  await open(page);
  const saved = async (name: string): Promise<Uint8Array> => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name, exact: true }).click(),
    ]);
    return readFileSync(await download.path());
  };
  const zip = unzipSync(new Uint8Array(await saved('Save as lab (.zip)')));
  const files = Object.fromEntries(
    Object.entries(zip).map(([path, bytes]) => [path.slice(path.indexOf('/') + 1), strFromU8(bytes)]),
  );
  const { problems, lab } = compile(filesInMemory('drawn', files), await lessonTools('network'));
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(lab?.title).toBe('Users, a processor, and two disks');

  const file = Buffer.from(await saved('Save network.json')).toString();
  await start(page, 'an empty drawing');
  await page.getByRole('button', { name: 'Paste a report…' }).click();
  await page.getByLabel(/^Paste a server’s report/).fill(file);
  await page.getByRole('button', { name: 'Read' }).click();
  await expect(sentence(page)).toContainText('The bottleneck is Disk A, with a utilization of 80.3');

  const [labPage] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Open as lab' }).click(),
  ]);
  await expect(labPage.getByTestId('network')).toBeVisible();
  await expect(labPage.getByRole('heading', { level: 1 })).toHaveText('Pasted report');
});

test('labs open their networks with the reader’s settings', async ({ page }) => {
  await page.goto(`${host.url}labs/queueing.html`);
  const link = page.getByTestId('draw-network').first();
  await expect(link).toHaveAttribute('href', /network\.html#s=/);
  const [opened] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
  await expect(opened.getByRole('heading', { level: 2, name: 'Queueing in ten minutes' })).toBeVisible();
  await expect(node(opened, 'outside')).toHaveAccessibleName(/Users: 30, think time 500/);
  await expect(sentence(opened)).toContainText('The bottleneck is Disks');

  await page.goto(`${host.url}labs/sfs-file-pool.html`);
  await page.getByText('More: single events, other servers, means').first().click();
  const server = page.getByTestId('draw-network').first();
  const [drawn] = await Promise.all([page.context().waitForEvent('page'), server.click()]);
  await expect(sentence(drawn)).toContainText('The bottleneck is Server thread');
  await expect(drawn.locator('.note')).toContainText('Waits for locks, for agents, and for checkpoints are left out');
});

test('damaged link shows its problem and an example', async ({ page }) => {
  await page.goto(`${host.url}network.html#s=1.abc.00000000`);
  await expect(page.getByTestId('network-problem')).toHaveText('This link is damaged: copy it again.');
  await expect(sentence(page)).toContainText('Disk A');
});

test('page fits a phone, in light and dark', async ({ browser }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, colorScheme });
    await open(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const box = await node(page, 's3').boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true);
    expect(await violations(page)).toEqual([]);
    await page.close();
  }
});

test('requests do not move if the reader prefers reduced motion', async ({ browser }) => {
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  await open(page);
  await expect(page.getByTestId('clock')).not.toHaveText(/^0\s/);
  const before = await page.getByTestId('clock').innerText();
  await expect(page.getByRole('button', { name: 'Play' })).toHaveCount(0);
  await page.waitForTimeout(500);
  expect(await page.getByTestId('clock').innerText()).toBe(before);
  await page.close();
});
