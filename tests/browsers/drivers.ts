/** Firefox and WebKitGTK, each driven by its vendor's WebDriver program. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { Browser, Builder, Capabilities, type WebDriver } from 'selenium-webdriver';
import firefox from 'selenium-webdriver/firefox.js';
import { which } from '../../web/build/run.mjs';

/** Returns the first of these programs that is installed; `npm run test:browsers` installs the first one. */
function program(...names: string[]): string {
  const [path] = names.flatMap((name) => (which(name) as string | undefined) ?? []);
  if (path === undefined) throw new Error(`${names[0]} is missing: run the tests with \`npm run test:browsers\``);
  return path;
}

export interface Reader {
  readonly driver: WebDriver;
  /** The folder into which the browser saves files without asking. */
  readonly downloads: string;
  readonly quit: () => Promise<void>;
}

/** A window size at which the bench is next to the text. */
const size = { x: 0, y: 0, width: 1280, height: 900 };

/** Creates a folder for this browser; `remove` deletes it. */
function temporary(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'pathlength-reader-'));
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}

async function openFirefox(): Promise<Reader> {
  const { folder: downloads, remove } = temporary();
  const options = new firefox.Options()
    .setBinary(program('firefox-esr', 'firefox'))
    .addArguments('-headless')
    .setPreference('browser.download.folderList', 2)
    .setPreference('browser.download.dir', downloads);
  const driver = await new Builder()
    .forBrowser(Browser.FIREFOX)
    .setFirefoxOptions(options)
    .setFirefoxService(new firefox.ServiceBuilder(program('geckodriver')))
    .build();
  await driver.manage().window().setRect(size);
  const quit = async () => {
    await driver.quit();
    remove();
  };
  return { driver, downloads, quit };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

/** Starts a virtual display; returns its name once it is ready. */
async function startDisplay(): Promise<{ display: string; child: ChildProcess }> {
  const args = ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'];
  const child = spawn(program('Xvfb'), args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const display = await new Promise<string>((resolve, reject) => {
    (child.stdio[3] as Readable).once('data', (text: Buffer) => resolve(`:${text.toString().trim()}`));
    child.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
  });
  return { display, child };
}

async function openWebKit(): Promise<Reader> {
  const { folder, remove } = temporary();
  const downloads = join(folder, 'downloads');
  mkdirSync(downloads);
  writeFileSync(join(folder, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  const { display, child: screen } = await startDisplay();
  const port = await freePort();
  const server = spawn(program('WebKitWebDriver'), [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display,
      XDG_CONFIG_HOME: folder,
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
      // The sandbox of WebKit's processes does not start in most containers.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  });
  const address = `http://127.0.0.1:${port}`;
  const isUp = () =>
    fetch(`${address}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (server.exitCode === null && !(await isUp())) await setTimeout(100);
  const driver = await new Builder()
    .usingServer(address)
    .withCapabilities(new Capabilities({ browserName: 'MiniBrowser' }))
    .build();
  await driver.manage().window().setRect(size);
  const quit = async () => {
    // A browser that has crashed has no session to end.
    await driver.quit().catch(() => undefined);
    server.kill();
    screen.kill();
    remove();
  };
  return { driver, downloads, quit };
}

export const browsers: Readonly<Record<string, () => Promise<Reader>>> = {
  Firefox: openFirefox,
  WebKit: openWebKit,
};
