// A lab's page with what teachers find on it.
import type { GradableBlock } from '../lab/lean';
import type { Lab } from '../lab/types';
import { openLab, type OpenLabPage } from '../player/islands';
import type { Session } from '../session/session.svelte';

/** As [`openLab`], and the part of the page where a lab is set as an assignment. */
export function openLabPage(
  lab: Lab,
  asked: () => Promise<Record<string, GradableBlock>>,
  session?: Session,
): OpenLabPage {
  const page = openLab(lab, asked, session);
  page.islands['page:assign'] = { load: () => import('./Assign.svelte'), props: () => ({ session: page.session }) };
  return page;
}
