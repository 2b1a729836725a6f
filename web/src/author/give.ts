// A lab under construction as the lab of an assignment.
import type { LabSource } from '../classroom/source';
import type { Lab } from '../lab/types';
import { versionOf } from '../lab/version';
import { canonicalJson } from '../state/canonical';
import type { Folder } from './folder';
import { labPageOf } from './page';

/** Returns a compiled lab for the dialog; `free` releases the address of its file. */
export function giveLab(lab: Lab, files: Folder['files']): { source: LabSource; free: () => void } {
  const file = URL.createObjectURL(new Blob([canonicalJson(lab)], { type: 'application/json' }));
  const source = {
    whole: Promise.resolve({ lab, version: versionOf(lab) }),
    file,
    page: () => labPageOf(lab, files),
  };
  return { source, free: () => URL.revokeObjectURL(file) };
}
