// One reader works through the whole lab by mouse and sends a friend a link to the result.
import { test } from '@playwright/test';
import { Answers, askedIn, publishedLab, type Lab, type Reply } from './answers.ts';
import { expect, LabPage, serveLab, type LabHost } from './lab-page.ts';
import { answer, predict, share } from './reader.ts';

let host: LabHost;
let lab: Lab;
let answers: Answers;
test.beforeAll(async () => {
  lab = publishedLab('zfs-directories');
  answers = new Answers(lab);
  host = await serveLab(lab.id);
});
test.afterAll(() => host.close());

/** Reads the answer off the chart, as the question demands. */
async function readOff(at: LabPage, names: number): Promise<Reply> {
  await at.come('size-names');
  const value = at.atPlace('size', 'V2R1, v4');
  const field = at.page.locator('#size-names').getByRole('spinbutton');
  await field.click();
  await field.fill(String(names));
  await at.page.locator('#size-names').getByText('Names in the directory').click();
  await expect(at.page.getByTestId('at-size')).toContainText(`At ${names.toLocaleString('en')} names`);
  await expect(value).toHaveText(/\d/);
  return { text: /[\d,.]+/.exec((await value.textContent()) ?? '')?.[0] ?? '' };
}

test('whole lab works by mouse, and its link restores it', { tag: '@nightly' }, async ({ page, context, browser }) => {
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const at = new LabPage(page);
  await at.open(host.lab);
  await expect(at.rail).toContainText(`0 of ${lab.steps.length} done`);

  for (const [done, step] of lab.steps.entries()) {
    for (const block of askedIn(step)) {
      if (block.kind === 'predict') await predict(at, block);
      else if (block.id === 'q-beyond')
        await answer(at, answers, block, await readOff(at, block.draws?.[0]?.values[0] ?? NaN));
      else await answer(at, answers, block, answers.right(block));
    }
    await expect(at.rail).toContainText(`${done + 1} of ${lab.steps.length} done`);
  }

  // A control changes a chart and every other control of that setting.
  await at.come('split-workload');
  const takeaway = page.locator('#split-bars-takeaway');
  const before = await takeaway.textContent();
  await page.locator('#split-workload').getByRole('radio', { name: 'ptestDL2' }).click();
  await expect(takeaway).not.toHaveText(before ?? '');
  await expect(page.locator('#busy-workload').getByRole('radio', { name: 'ptestDL2' })).toBeChecked();

  // Selects a cell of a table and adds the reader's own data next to a table and in a chart.
  const [table] = lab.tables;
  if (!table) throw new Error('the lab has no table');
  await at.come(`table-${table.id}`);
  await at.cell(table.id, 1).click();
  await expect(page.getByTestId('detail')).toContainText('Where the CPU time per operation goes');
  const columns = [table.row.name, table.fields[0]?.name];
  await at.drop(at.table(table.id), 'mine.csv', `${columns.join()}\n${table.rows[0]},123456\n`);
  await expect(at.table(table.id)).toContainText('mine added to the table');
  await expect(at.cell(table.id, 0)).toContainText('123,456');
  await at.drop(at.chart('size'), 'ours.csv', 'names,external_throughput\n2000,90000\n30000,50000\n');
  await at.chart('size').getByRole('button', { name: 'Draw', exact: true }).click();
  await expect(at.chart('size')).toContainText(/ours, 2 points.*median error is \d/);

  await share(at, browser);
  expect(at.complaints).toEqual([]);
});
