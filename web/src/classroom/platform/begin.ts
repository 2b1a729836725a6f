// Begins the assignment of a package, in a session with the learning platform that opened it.
import { engine } from '../../engine';
import type { Lab } from '../../lab/types';
import type { Notice } from '../../player/notice';
import { decode, LinkError } from '../../state/code';
import type { Session } from '../../session/session.svelte';
import { readAssignment } from '../assignment';
import { beginWork, type PlatformLink } from '../begin';
import { submission } from '../submission';
import { connectCmi5 } from './cmi5';
import type { Contents, Standard } from './contents';
import { PlatformError, type Platform } from './platform';
import { PlatformReport } from './report.svelte';
import { connectScorm } from './scorm';
import { scorm12 } from './scorm12';
import { scorm2004 } from './scorm2004';

const connect: Record<Standard, () => Platform | Promise<Platform>> = {
  'scorm-1.2': () => connectScorm(scorm12),
  'scorm-2004': () => connectScorm(scorm2004),
  cmi5: () => connectCmi5(),
};

/** Returns the work that a platform stored; unreadable work counts as missing. */
function storedWork({ bookmark }: Platform): unknown {
  try {
    return bookmark.work === undefined ? undefined : decode(bookmark.work);
  } catch (error) {
    if (error instanceof LinkError) return undefined;
    throw error;
  }
}

/**
 * Adds the place that the student was reading to the page's address, unless the address already names a place; the page
 * scrolls there.
 */
function returnTo(place: string): void {
  if (/^[\w:-]+$/.test(place) && !location.hash) history.replaceState(history.state, '', `#${place}`);
}

const linkTo = (platform: Platform): PlatformLink => ({
  student: platform.student,
  saved: storedWork(platform),
  follow: (work) => {
    const report = new PlatformReport(work, platform, () => submission(work, (...args) => engine.ask('judge', args)));
    void report.send();
    return report;
  },
});

/**
 * Opens the assignment of a package. Without a platform, the assignment is an ordinary one that is submitted as a file.
 */
export async function beginPackage(lab: Lab, notice: Notice, contents: Contents): Promise<Session> {
  const { standard } = contents;
  const assignment = readAssignment(contents.assignment);
  if (standard === undefined) return beginWork(lab, assignment, notice);
  try {
    const platform = await connect[standard]();
    returnTo(platform.bookmark.place);
    return await beginWork(lab, assignment, notice, { platform: linkTo(platform) });
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    notice(`${error.message} You can work, but no score is sent: submit the file at the end.`, 'alert');
    return beginWork(lab, assignment, notice);
  }
}
