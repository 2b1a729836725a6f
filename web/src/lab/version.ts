import { version } from '../../../package.json';
import { canonicalJson } from '../state/canonical';
import { hashName, sha256 } from './hash';
import type { Lab } from './types';

/** The versions with which an assignment or a saved run was made. */
export interface LabVersion {
  /** The hash of the compiled lab, including all its text. */
  lab_hash: string;
  /** The engine's version, which is the site's version. */
  engine: string;
}

/** Returns the versions of a complete lab and of the engine. */
export const versionOf = (lab: Lab): LabVersion => ({
  lab_hash: hashName(sha256(canonicalJson(lab))),
  engine: version,
});
