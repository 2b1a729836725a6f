// The pages that need their script: those for authors, teachers, and scientists, for courses, and for labs that the
// site does not publish.
import { errorText } from './engine/error-text';
import { notice } from './player/notice';

const pages: Record<string, () => Promise<{ start: () => void | Promise<void> }>> = {
  author: () => import('./author/start'),
  teach: () => import('./teach/start'),
  desk: () => import('./desk/start'),
  course: () => import('./course/start'),
  linked: () => import('./linked/start'),
  materials: () => import('./materials/start'),
  network: () => import('./network/start'),
};

/** Starts a page by the name of its script. */
export async function begin(script: string): Promise<void> {
  try {
    const { start } = (await pages[script]?.()) ?? {};
    await start?.();
  } catch (error) {
    notice(`This page could not be loaded (${errorText(error)}). Reload it to try again.`, 'alert');
  }
}
