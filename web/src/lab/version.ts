import { version } from '../../../package.json';
import { canonicalJson } from '../state/canonical';
import { hashName, sha256 } from './hash';
import type { Lab } from './types';

/** What an assignment or a saved run was made with. */
export interface LabVersion {
  /** The hash of the compiled lab, with all its text. */
  lab_hash: string;
  /** The engine's version, which is the site's. */
  engine: string;
}

/** The version of a lab that has all its text, and of the engine. */
export const versionOf = (lab: Lab): LabVersion => ({
  lab_hash: hashName(sha256(canonicalJson(lab))),
  engine: version,
});
