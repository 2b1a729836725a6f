// A lab's page with what teachers find on it.
import type { Asked } from '../lab/lean';
import type { Lab } from '../lab/types';
import { openLab, type Opened } from '../player/parts';
import type { Session } from '../player/session.svelte';

/** As [`openLab`], and the part of the page where a lab is set as an assignment. */
export function openPage(lab: Lab, asked: () => Promise<Record<string, Asked>>, session?: Session): Opened {
  const page = openLab(lab, asked, session);
  page.islands['page:assign'] = { load: () => import('./Assign.svelte'), props: () => ({ session: page.session }) };
  return page;
}
