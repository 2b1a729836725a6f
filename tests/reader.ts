/** A reader's actions on a lab's predictions and questions, by mouse. */
import type { Browser } from '@playwright/test';
import { opening, type Answers, type Predict, type Question, type Reply } from './answers.ts';
import { expect, LabPage } from './lab-page.ts';

/** Types a number, or selects exactly the given choices. */
export async function reply(at: LabPage, id: string, given: Reply): Promise<void> {
  if ('text' in given) {
    await at.number(id).click();
    await at.number(id).fill(given.text);
    return;
  }
  for (const input of await at.asked(id).locator('.option input').all())
    if ((await input.isChecked()) !== given.ids.includes(await input.inputValue()))
      if ((await input.getAttribute('type')) === 'checkbox' || !(await input.isChecked())) await input.click();
}

/** Draws a falling curve from the left end of the plane to the right, on the bench if there is one. */
async function draw(at: LabPage, id: string): Promise<void> {
  const link = at.page.locator(`[data-scene="draw:${id}"] .to-bench a`);
  if (await link.isVisible()) await link.click();
  const plane = at.plane(id);
  await plane.scrollIntoViewIfNeeded();
  const box = await plane.boundingBox();
  if (!box) throw new Error('there is nowhere to draw');
  const { mouse } = at.page;
  await mouse.move(box.x + box.width * 0.15, box.y + box.height * 0.25);
  await mouse.down();
  await mouse.move(box.x + box.width * 0.98, box.y + box.height * 0.6, { steps: 12 });
  await mouse.up();
}

/** Makes a prediction, a wrong one if one is known, and reads the content that it reveals. */
export async function predict(at: LabPage, { id, guess, feedback = [] }: Predict): Promise<void> {
  await at.come(id);
  await expect(at.reveal(id).locator('> summary')).toHaveText('Commit your prediction first');
  await expect(at.reveal(id)).not.toHaveAttribute('open');
  if (guess.kind === 'curve') await draw(at, id);
  else if (guess.kind === 'number') await reply(at, id, { text: '120' });
  else
    await reply(at, id, {
      ids: guess.choices.filter(({ right }) => !right).flatMap(({ id }, i) => (i === 0 ? id : [])),
    });
  await at.button(id, 'Commit').click();
  await expect(at.reveal(id)).toHaveAttribute('open', '');
  const comparison = at.comparison(id);
  await expect(comparison).toContainText('You said');
  if (guess.kind === 'choice') {
    const [wrong, right] = [false, true].map((wanted) => guess.choices.find(({ right }) => right === wanted));
    await expect(comparison).toContainText(opening(wrong?.text ?? []));
    await expect(comparison).toContainText(opening(right?.text ?? []));
    // The lab has feedback for this choice, or for all wrong ones.
    const reply =
      feedback.find(({ to }) => to.kind === 'choice' && to.id === wrong?.id) ??
      feedback.find(({ to }) => to.kind === 'wrong');
    const [first] = reply?.blocks ?? [];
    if (first?.kind === 'paragraph') await expect(comparison).toContainText(opening(first.text));
    return;
  }
  const rows = comparison.getByRole('row').filter({ has: at.page.getByRole('rowheader') });
  const places = guess.kind === 'curve' ? guess.points.length : 1;
  // One row per point: the reader's value, and the value from the model or the source.
  await expect.poll(() => rows.count()).toBeGreaterThan(1);
  for (const row of await rows.all())
    // A number's row ends with its bar.
    await expect(row.getByRole('cell').filter({ hasText: /\d/ })).toHaveCount(places);
  if (guess.kind !== 'curve' || feedback.length === 0) return;
  const replies = feedback.map(({ blocks: [first] }) => (first?.kind === 'paragraph' ? opening(first.text) : ''));
  await expect
    .poll(async () => {
      const text = (await comparison.textContent()) ?? '';
      return replies.filter((reply) => reply !== '' && text.includes(reply));
    })
    .toHaveLength(1);
}

/** Gives a typical wrong answer, reads the feedback, and then gives the correct answer. */
export async function answer(at: LabPage, answers: Answers, question: Question, right: Reply): Promise<void> {
  const { id } = question;
  await at.come(id);
  const mistake = answers.mistake(question);
  await reply(at, id, mistake);
  await at.button(id, 'Check').click();
  await expect(at.verdict(id)).toContainText('Not correct.');
  await expect(at.verdict(id)).toContainText(mistake.told);
  await reply(at, id, right);
  await at.button(id, 'Check').click();
  await expect(at.verdict(id)).toContainText('Correct.');
  await expect(at.asked(id)).toContainText('2 tries');
}

/** Opens the page's link as another reader, who sees the same state and gets the same link. */
export async function share(at: LabPage, browser: Browser): Promise<void> {
  await at.openRail();
  await at.page.getByTestId('copy-link').click();
  const link = await at.link();
  await at.wakeAll();
  const seen = await at.seen();
  const friends = await browser.newContext();
  await friends.grantPermissions(['clipboard-read', 'clipboard-write']);
  const other = new LabPage(await friends.newPage());
  await other.open(link);
  await other.wakeAll();
  await expect.poll(() => other.seen()).toEqual(seen);
  await other.openRail();
  await other.page.getByTestId('copy-link').click();
  expect(await other.link()).toBe(link);
  await friends.close();
  expect(other.complaints).toEqual([]);
}
