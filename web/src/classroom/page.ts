// A lab's page with what teachers find on it.
import type { GradableBlock } from '../lab/lean';
import type { Lab } from '../lab/types';
import { openLab, type OpenLabPage } from '../player/islands';
import type { Session } from '../session/session.svelte';
import type { LabSource } from './source';

/**
 * As [`openLab`], and the part of the page where a lab is set as an assignment: by default, the lab that the site
 * publishes.
 */
export function openLabPage(
  lab: Lab,
  asked: () => Promise<Record<string, GradableBlock>>,
  session?: Session,
  source?: LabSource,
): OpenLabPage {
  const page = openLab(lab, asked, session);
  page.islands['page:assign'] = {
    load: () => import('./Assign.svelte'),
    props: () => ({ session: page.session, source }),
  };
  return page;
}
