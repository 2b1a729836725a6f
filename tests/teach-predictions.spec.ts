// A teacher shows a class its predictions next to the model’s values.
import { expect, test, type Locator, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { lessonTools } from '../web/build/lesson-tools.ts';
import type { Assignment } from '../web/src/classroom/format.ts';
import { allBlocks } from '../web/src/lab/blocks.ts';
import type { Lab, Predict } from '../web/src/lab/types.ts';
import type { LogEvent } from '../web/src/session/log.ts';
import type { Prediction } from '../web/src/state/state.ts';
import { violations } from './axe.ts';
import { complaintsOf } from './complaints.ts';
import { assignmentOf, submissionText } from './submissions.ts';
import { dist, serve, type Host } from './serve.ts';

const prompts = ['p-size', 'p-miss', 'p-square'];

let host: Host;
let lab: Lab;
let assignment: Assignment;
/** The model's values: of the curve at its points, and of the number. */
let curve: number[];
let number: number;

test.beforeAll(async () => {
  lab = JSON.parse(readFileSync(`${dist('site')}/labs/zfs-directories/lab.json`, 'utf8')) as Lab;
  assignment = assignmentOf(lab, { questions: [...prompts, 'q-tree'] });
  const tools = await lessonTools(lab.model);
  if (!tools) throw new Error('the model has no module: build the site first');
  const guessOf = (id: string): Predict['guess'] => {
    const block = lab.steps.flatMap(({ blocks }) => allBlocks(blocks)).find((one) => 'id' in one && one.id === id);
    if (block?.kind !== 'predict') throw new Error(`the lab has no prediction ${id}`);
    return block.guess;
  };
  const [drawn, asked] = [guessOf('p-size'), guessOf('p-square')];
  if (drawn.kind !== 'curve' || asked.kind !== 'number') throw new Error('the predictions have other kinds');
  const model = tools.open(lab);
  curve = drawn.points.map(
    (x) => model.evaluate({ ...lab.start, ...drawn.scenario, [drawn.x]: x }, [drawn.y])[0] ?? NaN,
  );
  model.free();
  number = tools.calculate(lab, asked.answer).value;
});

test.beforeEach(async () => {
  host = await serve(dist('site'));
});
test.afterEach(async () => {
  await host.close();
});

/** Writes the submission of a student whose curve and number are multiples of the right ones. */
function work(id: string, name: string, factor: number, choice: string, later?: string): string {
  const said: [string, Prediction][] = [
    ['p-size', { kind: 'curve', values: curve.map((value, i) => (i === 0 ? 232_427 : value * factor)) }],
    ['p-miss', { kind: 'choice', id: choice }],
    ['p-square', { kind: 'number', value: number * factor, text: (number * factor).toFixed(3) }],
    ...(later === undefined ? [] : [['p-miss', { kind: 'choice', id: later }] satisfies [string, Prediction]]),
  ];
  const before = said.map(([block, prediction], i): LogEvent => ({
    t: 100 * (i + 1),
    k: 'predict',
    block,
    prediction,
  }));
  return submissionText(assignment, { id, name, tries: [], predicted: false, before });
}

async function openOverlay(page: Page, files: Record<string, string>): Promise<Locator> {
  await page.goto(`${host.url}teach.html`);
  await page.getByTestId('submissions').setInputFiles(
    Object.entries(files).map(([name, text]) => ({
      name,
      mimeType: '',
      buffer: Buffer.from(text),
    })),
  );
  await page.getByRole('button', { name: 'Grade', exact: true }).click();
  await page.getByRole('button', { name: 'Show the predictions' }).click();
  const overlay = page.getByTestId('overlay');
  await expect(overlay.getByRole('figure')).toHaveCount(prompts.length);
  return overlay;
}

const classOfSix = (): Record<string, string> => ({
  // After a reset, Ada chose again: she had seen the reveal by then.
  'a.json': work('s1', 'Ada One', 1, 'all', 'one'),
  'b.json': work('s2', 'Bob Two', 1.05, 'all'),
  'c.json': work('s3', 'Cai Three', 3, 'half'),
  'd.json': work('s4', 'Dee Four', 5, 'half'),
  'e.json': work('s5', 'Eli Five', 0.25, 'one'),
  'f.json': submissionText(assignment, { id: 's6', name: 'Fay Six', tries: [], predicted: false }),
});

const digits = (value: number): string =>
  Number(value.toPrecision(6)).toLocaleString('en', { maximumSignificantDigits: 6 });

test('figures compare all predictions with the model’s values, without names at first', async ({ page }) => {
  const complaints = complaintsOf(page);
  const overlay = await openOverlay(page, classOfSix());
  const [size, miss, square] = prompts.map((id) => overlay.getByTestId(`class-${id}`)) as [Locator, Locator, Locator];

  await expect(size).toContainText('2 of 5 curves are within 10 % of the model; most others are above it.');
  await expect(size).toContainText('1 student made no prediction.');
  await expect(size.getByTestId('class-curves').locator('path')).toHaveCount(5);
  await size.getByText('Data table').click();
  const row = (place: Locator, name: string): Locator => place.getByRole('row').filter({ hasText: name });
  await expect(row(size, 'Model').getByRole('cell')).toHaveText(['Model', ...curve.map(digits), '']);
  await expect(row(size, 'Published').getByRole('cell')).toContainText(['Published', '232,427', '44,532', '18,308']);
  // The highest curve is the first.
  await expect(row(size, 'Student 1').getByRole('cell').last()).toHaveText('no');
  await expect(row(size, 'Student 1').getByRole('cell').nth(2)).toHaveText(digits((curve[1] ?? NaN) * 5));

  await expect(square).toContainText(
    /2 of 5 are within 20 % of the model’s value, [\d.,]+ operations\/s per processor;/,
  );
  await expect(square).toContainText('most others are above it.');
  await expect(square.getByTestId('class-dots').locator('circle.right')).toHaveCount(2);
  await square.getByText('Data table').click();
  await expect(row(square, 'Model').getByRole('cell').nth(1)).toHaveText(digits(number));

  await expect(miss).toContainText('2 of 5 chose the right answer; 2 chose “About half of the pages”');
  await expect(row(miss, 'All of the pages').getByRole('cell')).toContainText(['2 40 %', 'Only after the last page']);
  await expect(row(miss, 'One: the hash')).toContainText('This would hold if the hash led to a page.');

  await expect(overlay).not.toContainText('Ada');
  await overlay.getByRole('checkbox', { name: /names/ }).check();
  await expect(row(size, 'Dee Four').getByRole('cell').nth(2)).toHaveText(digits((curve[1] ?? NaN) * 5));
  await expect(row(miss, 'All of the pages')).toContainText('Ada One, Bob Two');
  await expect(row(square, 'Eli Five').getByRole('cell').last()).toHaveText('no');
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('charts are read by keyboard, and a large figure follows the arrow keys', async ({ page }) => {
  const overlay = await openOverlay(page, classOfSix());
  const size = overlay.getByTestId('class-p-size');
  const chart = size.getByRole('application');
  await chart.focus();
  await page.keyboard.press('ArrowRight');
  await expect(size.locator('.readout')).toContainText(/^Model: 2,000 names: /);
  // Past the published values and the median to the highest curve.
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await expect(size.locator('.readout')).toContainText(/^Student 1: 50,000 names: .* operations\/s$/);

  const opener = overlay.getByTestId('large-p-miss');
  await opener.focus();
  await page.keyboard.press('Enter');
  const large = page.getByRole('dialog');
  await expect(large.getByRole('heading')).toHaveText(/How many pages does a v4 search probe\?$/);
  await expect(large).toContainText('2 of 3');
  await page.keyboard.press('ArrowRight');
  await expect(large.getByTestId('class-p-square-large')).toBeVisible();
  await expect(large.getByTestId('class-dots').locator('circle')).toHaveCount(5);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('ArrowRight');
  await expect(large.getByTestId('class-p-size-large')).toBeVisible();
  const [box, window] = [await large.boundingBox(), page.viewportSize()];
  expect([box?.width, box?.height]).toEqual([window?.width, window?.height]);
  await page.keyboard.press('PageUp');
  await expect(large.getByTestId('class-p-square-large')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(large).toBeHidden();
  await expect(opener).toBeFocused();
});
