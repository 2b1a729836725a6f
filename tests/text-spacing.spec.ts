/** Text with the spacing that WCAG 1.4.12 lets readers set: nothing is cut off, and no page scrolls sideways. */
import { test } from '@playwright/test';
import { publishedLab } from './answers.ts';
import { expect, LabPage, serveLab, unfoldAll, type LabHost } from './lab-page.ts';

let host: LabHost;
test.beforeAll(async () => {
  host = await serveLab('zfs-directories');
});
test.afterAll(() => host.close());

/**
 * Sets the spacing from the criterion, as a reader's own style sheet does. The site's policy allows constructed style
 * sheets.
 */
const spaced = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
p { margin-bottom: 2em !important; }`;

for (const width of [1280, 390])
  test(`no text is lost with the spacing that a reader may set, at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    const at = new LabPage(page);
    await at.open(host.lab);
    for (const { id } of publishedLab('zfs-directories').tables.slice(0, 1)) await at.come(`table-${id}`);
    await unfoldAll(page);
    await page.evaluate((css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    }, spaced);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    // Text that is cut off by its box: neither scrollable nor hidden on purpose.
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('main *, header *')].flatMap((element) => {
        const { overflowX, overflowY, clip, clipPath, position, textOverflow } = getComputedStyle(element);
        const hides = [overflowX, overflowY].some((value) => value === 'hidden' || value === 'clip');
        const isUnseen = position === 'absolute' && (clip !== 'auto' || clipPath !== 'none');
        // The bar shortens the step's title, which the list of steps shows in full.
        if (
          !hides ||
          isUnseen ||
          textOverflow === 'ellipsis' ||
          element instanceof SVGElement ||
          element.clientWidth === 0
        )
          return [];
        const isCut = element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;
        return isCut && element.textContent.trim() ? `${element.tagName} ${element.className}` : [];
      }),
    );
    expect(cut).toEqual([]);
    expect(at.complaints).toEqual([]);
  });
