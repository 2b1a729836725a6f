/** A camera reads the code of a prediction. The browser's camera plays a video file with one frame. */
import { test } from '@playwright/test';
import encodeQR from 'qr';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Predict } from '../web/src/lab/types.ts';
import { predictionCode } from '../web/src/player/prediction-code.ts';
import { complaintsOf } from './complaints.ts';
import { expect, serveLab, type LabHost } from './lab-page.ts';
import config from './playwright.config.ts';

let host: LabHost;
test.beforeAll(async () => {
  host = await serveLab('raid5-small-writes');
});
test.afterAll(() => host.close());

/** The video file: one frame with a student's code, as a webcam sees it. */
const film = new URL('output/lecture.y4m', import.meta.url).pathname;
const scanned = predictionCode(
  { id: 'raid5-small-writes' },
  {
    id: 'p-parity',
    guess: { kind: 'choice', choices: ['data', 'parity', 'alike'].map((id) => ({ id, text: [] })) },
  } as unknown as Predict,
  { kind: 'choice', id: 'alike' },
  Uint8Array.of(9, 8, 7),
);
const [width, height, module] = [640, 480, 8];
const code = encodeQR(scanned, 'raw', { ecc: 'low', border: 4 });
const [left, top] = [(width - module * code.length) >> 1, (height - module * code.length) >> 1];
const luma = Buffer.alloc(width * height, 235);
for (let y = 0; y < module * code.length; y++)
  for (let x = 0; x < module * code.length; x++)
    if (code[Math.floor(y / module)]?.[Math.floor(x / module)]) luma[(top + y) * width + left + x] = 16;
const chroma = Buffer.alloc((width * height) / 2, 128);
mkdirSync(new URL('output/', import.meta.url), { recursive: true });
writeFileSync(
  film,
  Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\nFRAME\n`), luma, chroma]),
);
const launch = config.use?.launchOptions;
test.use({
  launchOptions: {
    ...launch,
    args: [
      ...(launch?.args ?? []),
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  },
});

test('reads a code that is held in front of it, once', async ({ page }) => {
  const complaints = complaintsOf(page);
  await page.goto(`${host.url}teach.html`);
  await page.getByRole('button', { name: 'Collect predictions' }).click();
  await page.getByLabel('Lab', { exact: true }).selectOption('raid5-small-writes');
  await page.getByLabel('Prediction', { exact: true }).selectOption('p-parity');
  await page.getByRole('button', { name: 'Scan codes' }).click();
  await expect(page.getByTestId('scanned')).toHaveText(`Read: ${scanned}`);
  await expect(page.getByTestId('codes-status')).toHaveText('1 prediction.');
  // The camera reads the code again several times per second, but the code counts once.
  await page.waitForTimeout(1000);
  await expect(page.getByLabel('Codes')).toHaveValue(`${scanned}\n`);
  await page.getByRole('button', { name: 'Stop camera' }).click();
  await expect(page.locator('video')).toHaveCount(0);
  expect(complaints).toEqual([]);
});
