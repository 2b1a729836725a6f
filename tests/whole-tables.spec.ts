// Every row of every table can be reached: nothing on a lab's page cuts off the bottom of a table.
import { test, type Page } from '@playwright/test';
import { readdirSync } from 'node:fs';
import { encode } from '../web/src/state/code.ts';
import { blocksOf } from '../web/src/lab/blocks.ts';
import { askedIn, publishedLab } from './answers.ts';
import { expect, LabPage, serveLab, unfoldAll } from './lab-page.ts';
import { dist } from './serve.ts';

/** Returns the names of all visible tables, and of those that an element around them cuts off. */
const seenTables = (page: Page): Promise<{ names: string[]; cut: string[] }> =>
  page.evaluate(() => {
    // The browser measures offscreen content by its estimated size.
    for (const section of document.querySelectorAll('section')) section.style.contentVisibility = 'visible';
    const tables = [...document.querySelectorAll('table')].filter((table) => table.checkVisibility());
    const nameOf = (table: Element): string => table.closest('[data-testid]')?.getAttribute('data-testid') ?? '';
    const cut = tables.flatMap((table) => {
      const foot = table.getBoundingClientRect().bottom;
      const around: Element[] = [];
      for (let at = table.parentElement; at && at !== document.body; at = at.parentElement) around.push(at);
      return around
        .filter((at) => getComputedStyle(at).overflowY !== 'visible' && foot > at.getBoundingClientRect().bottom + 1)
        .map((at) => `${nameOf(table)}: ${at.scrollHeight} px in ${at.clientHeight} px of "${at.className}"`);
    });
    return { names: tables.map(nameOf), cut };
  });

for (const { name: id } of readdirSync(`${dist('site')}/labs`, { withFileTypes: true }).filter((entry) =>
  entry.isDirectory(),
))
  for (const width of [1440, 390])
    test(
      `tables of ${id} are whole at ${width} pixels`,
      { tag: width === 1440 ? '@nightly' : [] },
      async ({ page }) => {
        test.slow();
        const host = await serveLab(id);
        const at = new LabPage(page);
        await page.setViewportSize({ width, height: 900 });
        const lab = publishedLab(id);
        const predictions = lab.steps.flatMap(askedIn).filter(({ kind }) => kind === 'predict');
        const opened = Object.fromEntries(predictions.map(({ id }) => [id, 'skipped']));
        await at.open(`${host.lab}?s=${encode({ opened })}`);
        await unfoldAll(page);
        await at.wakeAll();
        await expect(page.locator('details.reveal[open]')).toHaveCount(predictions.length);
        await expect(page.locator('.unsettled')).toHaveCount(0);
        const { names, cut } = await seenTables(page);
        const published = blocksOf(lab).flatMap((block) => (block.kind === 'table' ? `table-${block.table}` : []));
        expect(names).toEqual(expect.arrayContaining(published));
        expect(cut).toEqual([]);
        await host.close();
      },
    );
