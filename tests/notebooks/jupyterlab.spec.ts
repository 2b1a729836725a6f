/**
 * The widget in JupyterLab: the reader's settings reach Python, Python's reach the page, and no request goes to another
 * host.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';

const cells = [
  'from pathlength.widget import Widget',
  'widget = Widget("disk-paths", view="playground", settings={"read_share": 70})',
  'widget',
  'print("read:", widget.settings.get("read_share"), len(widget.data["rows"]), repr(widget.problem))',
  'widget.settings = {"read_share": 20}',
  'print("damaged:", end=" ")\ntry:\n    widget.state = "1.x.00000000"\nexcept ValueError as error:\n    print(error)',
];

let folder: string;
let server: ChildProcess;
let address: string;

test.beforeAll(async () => {
  const python = process.env['PATHLENGTH_NOTEBOOK_PYTHON'];
  if (!python) throw new Error('no Python is given: run `npm run test:notebooks`');
  folder = mkdtempSync(join(tmpdir(), 'notebooks-'));
  const cell = (source: string, at: number) => ({
    cell_type: 'code',
    id: `cell-${at}`,
    metadata: {},
    execution_count: null,
    outputs: [],
    source,
  });
  const kernelspec = { display_name: 'Python 3', language: 'python', name: 'python3' };
  const notebook = { cells: cells.map(cell), metadata: { kernelspec }, nbformat: 4, nbformat_minor: 5 };
  writeFileSync(join(folder, 'widget.ipynb'), JSON.stringify(notebook));
  const options = ['--no-browser', '--allow-root', '--port=0', '--IdentityProvider.token=', '--ip=127.0.0.1'];
  // With separate folders, neither the user's settings nor their reply to the question about news applies.
  const env = { ...process.env, JUPYTER_CONFIG_DIR: join(folder, 'config'), JUPYTER_DATA_DIR: join(folder, 'data') };
  server = spawn(python, ['-m', 'jupyterlab', ...options], { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
  address = await new Promise((resolve, reject) => {
    let log = '';
    server.stderr?.on('data', (bytes: Buffer) => {
      log += bytes.toString();
      const [found] = /http:\/\/127\.0\.0\.1:\d+\/lab/.exec(log) ?? [];
      if (found) resolve(found);
    });
    server.on('close', () => reject(new Error(log)));
  });
});

test.afterAll(async () => {
  const ended = new Promise((resolve) => server.on('close', resolve));
  server.kill();
  await ended;
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a cell and returns its output once the output matches. */
async function run(page: Page, at: number, printed?: RegExp): Promise<void> {
  const cell = page.locator('.jp-CodeCell').nth(at);
  await expect(async () => {
    await cell.locator('.cm-content').click();
    await page.keyboard.press('Shift+Enter');
    if (printed) await expect(cell.locator('.jp-OutputArea-output')).toHaveText(printed, { timeout: 5000 });
  }).toPass();
}

test('widget and Python have the same settings in JupyterLab', async ({ page }) => {
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${address}/tree/widget.ipynb`);
  await expect(page.locator('.jp-CodeCell')).toHaveCount(cells.length);
  await expect(page.locator('.jp-Notebook-ExecutionIndicator[data-status=idle]')).toBeVisible();
  for (const at of [0, 1, 2]) await run(page, at);

  const share = page.locator('pathlength-lab').getByLabel('Reads, share of KB, in %');
  await expect(share).toHaveValue('70');
  await run(page, 3, /^read: 70 13 ''\s*$/);

  await run(page, 4);
  await expect(share).toHaveValue('20');

  await share.fill('35');
  await share.press('Enter');
  await run(page, 3, /^read: 35 13 ''\s*$/);
  await run(page, 5, /damaged: the state is damaged/);
  await expect(share).toHaveValue('35');

  hosts.delete('');
  expect([...hosts]).toEqual([new URL(address).host]);
});
