// A lab that the site does not publish, as the lab of an assignment.
import { assignmentLink } from '../classroom/link';
import type { LabSource } from '../classroom/source';
import { site } from '../lab/published';
import type { Lab } from '../lab/types';
import { versionOf } from '../lab/version';
import { canonicalJson } from '../state/canonical';
import type { Folder } from './folder';
import { hostedLabLink } from './link';

interface LabOrigin {
  /** A link that opens the lab; missing if the lab is too large for a link. */
  address?: string | undefined;
  /** The lab's files, if the browser has them. */
  folder?: Folder | undefined;
}

/** Returns a compiled lab for the assignment dialog; `free` releases the address of its file. */
export function ownSource(lab: Lab, { address, folder }: LabOrigin): { source: LabSource; free: () => void } {
  const file = URL.createObjectURL(new Blob([canonicalJson(lab)], { type: 'application/json' }));
  const source: LabSource = {
    whole: Promise.resolve({ lab, version: versionOf(lab) }),
    file,
    ...(folder && { page: async () => (await import('./page')).labPageOf(lab, folder.files) }),
    ...(address !== undefined && { link: (assignment) => assignmentLink(address, assignment) }),
    linkAt: (url, assignment) => assignmentLink(hostedLabLink(site ?? location.href, url), assignment),
  };
  return { source, free: () => URL.revokeObjectURL(file) };
}
