/** The QR code of an assignment, as a student's camera reads it. */
import { expect, test } from '@playwright/test';
import decodeQR from 'qr/decode.js';
import { dist, serve, type Host } from './serve.ts';

let host: Host;
test.beforeAll(async () => {
  host = await serve(dist('site'));
});
test.afterAll(() => host.close());

test('QR code of an assignment contains its link', async ({ page }) => {
  await page.goto(`${host.url}labs/raid5-small-writes.html`);
  await page.getByTestId('assign').scrollIntoViewIfNeeded();
  await page.getByTestId('assign').click();
  const dialog = page.getByRole('dialog', { name: 'Set as assignment' });
  await dialog.getByLabel('Title').fill('Homework');
  const link = await dialog.getByTestId('assignment-link').inputValue();
  await dialog.getByText('QR code', { exact: true }).click();
  const code = dialog.getByRole('img', { name: 'QR code for the link' });
  // The picture as a camera sees it, in pixels.
  const pixels = await code.evaluate(async (svg) => {
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1024, 1024];
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0, 1024, 1024);
    return Array.from(context?.getImageData(0, 0, 1024, 1024).data ?? []);
  });
  expect(decodeQR({ width: 1024, height: 1024, data: Uint8ClampedArray.from(pixels) })).toBe(link);
  expect(link).toContain(host.url);
});
