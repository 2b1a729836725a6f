// A lab's page with the section for teachers.
import type { GradableBlock } from '../lab/lean';
import type { Lab } from '../lab/types';
import { openLab, type OpenLabPage } from '../player/islands';
import type { Session } from '../session/session.svelte';
import type { LabSource } from './source';

/**
 * Opens a lab like [`openLab`], with the section in which teachers create an assignment; by default, they assign the
 * published lab.
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
