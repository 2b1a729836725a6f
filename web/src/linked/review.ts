// Shows a submission in its lab, which can be any lab, because the page for teachers sends the lab with it.
import { mount } from 'svelte';
import { askReview, type Review } from '../classroom/review-channel';
import type { Begin } from '../classroom/start';
import { engine } from '../engine';
import type { Lab } from '../lab/types';
import type { Session } from '../session/session.svelte';
import { reviewSession } from './replay';
import ReviewBanner from './ReviewBanner.svelte';

/** Disables the fields of an item: only the student may fill them in. */
function disable(item: HTMLElement): void {
  const close = (): void => {
    for (const field of item.querySelectorAll<HTMLButtonElement | HTMLInputElement>(
      '.answer :is(input, button):enabled',
    ))
      field.disabled = true;
  };
  close();
  // Items are hydrated when they near the viewport, and their parts load later.
  new MutationObserver(close).observe(item, { childList: true, subtree: true });
}

/**
 * Marks the items without work and those that do not count, and disables the items without a prediction. Returns the
 * number of counted items with work.
 */
function markItems(session: Session, { assignment }: Review): number {
  let answered = 0;
  for (const item of document.querySelectorAll<HTMLElement>('.asked')) {
    const { id } = item;
    const isDone = session.answers(id).length > 0 || session.prediction(id) !== undefined;
    const counts = assignment.questions.includes(id);
    if (isDone && counts) answered++;
    const words = [...(counts ? [] : ['practice, not counted']), ...(isDone ? [] : ['no answer'])];
    item.querySelector('.asked-kind')?.append(...words.map((each) => ` · ${each}`));
    if (session.prediction(id) === undefined) disable(item);
  }
  return answered;
}

/** Draws a lab and starts its session. */
type Open = (lab: Lab, pictures: string, begin: Begin) => Promise<void>;

/** Asks the page for teachers for the review with this name and shows the review. */
export async function showReview(name: string, target: HTMLElement, open: Open): Promise<void> {
  target.textContent = 'Waiting for the grading page: keep it open in this browser.';
  const review = await askReview(name);
  await open(review.lab, review.pictures, async (lab) => {
    // A review offers no link for giving the lab to a class.
    document.getElementById('page:teachers')?.remove();
    const session = await reviewSession(lab, review, engine);
    const main = document.querySelector('main');
    const answered = markItems(session, review);
    mount(ReviewBanner, {
      target: main?.parentElement ?? document.body,
      ...(main && { anchor: main }),
      props: { review, answered },
    });
    return session;
  });
}
