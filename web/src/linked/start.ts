// The page for a lab that the site does not publish.
import { errorText } from '../engine/error-text';
import { flushSync, mount } from 'svelte';
import { ownSource } from '../author/give';
import { linkToPage } from '../author/link';
import { reviewIn } from '../classroom/review-channel';
import { start as startLab, type Begin } from '../classroom/start';
import { gradableBlocks } from '../lab/lean';
import { deskPath, materialsPath } from '../lab/pages';
import type { Lab } from '../lab/types';
import { notice } from '../player/notice';
import LabMain from '../site/LabMain.svelte';
import { keys, valueIn } from '../state/address';
import { LinkError } from '../state/code';
import Choose from './Choose.svelte';
import { labOf, type LinkedLab } from './lab';

/** Describes the origin of a lab's text and numbers. */
function origin({ host }: LinkedLab): string {
  const from = host === undefined ? 'was opened from its link' : `was loaded from ${host}`;
  return `This lab ${from}. It is not part of Pathlength: its text and its numbers are its author’s.`;
}

/** Draws a lab in place of the page's own text. */
function drawLab(lab: Lab, pictures: string, links: { materials?: string; desk?: string } = {}): void {
  document.title = `${lab.title} · Pathlength`;
  const old = document.getElementById('main');
  const page = old?.parentElement;
  if (!old || !page) throw new Error('the page has no element for the lab');
  mount(LabMain, { target: page, anchor: old, props: { lab, files: pictures, ...links } });
  flushSync();
  old.remove();
}

/** Draws the lab of a review and starts it with a student's work. */
async function openReview(lab: Lab, pictures: string, begin: Begin): Promise<void> {
  drawLab(lab, pictures);
  await startLab(lab, () => Promise.resolve(gradableBlocks(lab)), notice, { begin });
}

/** Draws a lab and the description of its origin, and starts the lab. */
async function show(opened: LinkedLab): Promise<void> {
  const { lab, shown, pictures } = opened;
  drawLab(shown, pictures, {
    materials: linkToPage(materialsPath, location.href),
    desk: linkToPage(deskPath, location.href),
  });
  notice(origin(opened), 'status');
  const { source } = ownSource(lab, { folder: opened.folder, address: location.href });
  await startLab(shown, () => Promise.resolve(gradableBlocks(shown)), notice, { source });
}

/** Opens the lab in the page's address, or asks for a lab. */
export async function start(): Promise<void> {
  const target = document.getElementById('linked');
  if (!target) throw new Error('the page has no element for the lab');
  const given = valueIn(location.href, keys.lab);
  // Another lab's link, pasted into the address bar, changes only the fragment: browsers do not load the page again.
  addEventListener('hashchange', () => {
    const other = valueIn(location.href, keys.lab);
    if (other !== undefined && other !== given) location.reload();
  });
  target.textContent = given === undefined ? '' : 'Opening the lab …';
  let problem = '';
  const review = reviewIn(location.href);
  if (review !== undefined) {
    const { showReview } = await import('./review');
    await showReview(review, target, openReview).catch((error: unknown) => {
      target.textContent = '';
      notice(`The review could not be opened: ${errorText(error)}.`, 'alert');
    });
    return;
  }
  try {
    const opened = await labOf(location.href);
    if (opened) return await show(opened);
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    problem = `${error.message}.`;
  }
  target.replaceChildren();
  mount(Choose, { target, props: { problem } });
}
