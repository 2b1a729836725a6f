import { readFileSync } from 'node:fs';
import { test } from '@playwright/test';
import { LabPage, expect, serveLab, type LabHost } from './lab-page.ts';

// The labels of charts and tables, which must agree with the drawn and printed values.
const file = (path: string): string => readFileSync(new URL(`../labs/${path}`, import.meta.url), 'utf8');
let host: LabHost;
let at: LabPage;

/** Opens every reveal; a reveal that is opened before its hydration closes again. */
const openAll = (): Promise<void> =>
  at.page.evaluate(() => {
    for (const reveal of document.querySelectorAll<HTMLDetailsElement>('details.reveal')) reveal.open = true;
  });

/** Opens a lab's page with every part loaded and every prediction skipped. */
async function open(lab: string): Promise<void> {
  host = await serveLab(lab);
  await at.open(host.lab);
  await openAll();
  await at.wakeAll();
  // A chart is drawn when its size is known: sections are laid out once the reader does something.
  await at.page.keyboard.press('Shift');
}

test.beforeEach(({ page }) => {
  at = new LabPage(page);
});
test.afterEach(async () => {
  await host.close();
  expect(at.complaints).toEqual([]);
});

const titles = {
  'zfs-migration': {
    lookups: 'Lookups, operations/s',
    kilobytes: 'Directory size, KB',
    seconds: 'Conversion time, s',
  },
  journaling: { throughput: 'Throughput, MB/s', 'log-size': 'Throughput, MB/s', striping: 'Throughput, MB/s' },
};

for (const [lab, charts] of Object.entries(titles))
  test(`axes of ${lab} are named after their quantity`, async () => {
    await open(lab);
    for (const [id, title] of Object.entries(charts))
      await expect(at.chart(id).locator('svg text').filter({ hasText: title }).first()).toHaveText(title);
  });

for (const lab of ['journaling', 'zfs-migration', 'disk-paths'])
  test(`legends of ${lab} have a published mark exactly where one is drawn`, async ({ page }) => {
    await open(lab);
    const wrong = async () => {
      await openAll();
      return page.locator('figure[data-testid^="chart-"]').evaluateAll((figures) =>
        figures.flatMap((figure) => {
          const labels = [...figure.querySelectorAll('.legend li')].map((item) =>
            item.textContent.replace(/\s+/g, ' ').trim(),
          );
          const drawn = [...figure.querySelectorAll('.sides .point')];
          const [circle, diamond] = [
            drawn.some((one) => one.matches('circle')),
            drawn.some((one) => one.matches('path')),
          ];
          const right =
            labels.includes('published') === circle && labels.some((text) => text.endsWith('held out')) === diamond;
          return right
            ? []
            : [`${figure.dataset['testid']}: ${labels.join('; ')}; circle ${circle}, diamond ${diamond}`];
        }),
      );
    };
    // The engine computes all charts and tables of the lab first.
    await expect.poll(wrong, { timeout: 120_000 }).toEqual([]);
  });

const tables = [
  ['sfs-file-pool', 'prf083'],
  ['sfs-file-pool', 'prf006'],
  ['disk-paths', 'reread'],
  ['disk-paths', 'eded'],
] as const;

for (const [lab, table] of tables)
  test(`table ${table} of ${lab} shows its values digit by digit`, async () => {
    const values = file(`${lab}/data/${table}.csv`)
      .trim()
      .split('\n')
      .slice(1)
      .flatMap((line) => line.split(',').slice(1));
    await open(lab);
    const shown = await at.table(table).locator('td .published').allTextContents();
    expect(shown.map((text) => text.replaceAll(',', ''))).toEqual(values.map((value) => value || '—'));
  });
