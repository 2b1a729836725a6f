// The lab of this page's address: compiled from the sources in the link, or fetched from the site that the link names.
import { compiler } from '../author/compiler';
import { bare, type Folder } from '../author/folder';
import { folderIn, hasLab, hostedLabIn } from '../author/link';
import { withPictures } from '../author/preview';
import { ExternalLabError, fetchLimited, usableLab } from '../lab/external-fetch';
import type { TeacherGuide } from '../lab/compile/teacher';
import type { Lab } from '../lab/types';
import { LinkError } from '../state/code';

export interface LinkedLab {
  /** The lab as compiled: grading depends on its bytes. */
  lab: Lab;
  /** The lab as the page shows it, with its pictures. */
  shown: Lab;
  /** The folder of the lab's pictures; empty if the lab contains them. */
  pictures: string;
  /** The lab's sources, if the link contains them. */
  folder?: Folder;
  /** The content of the teacher's guide to the lab, if the link contains the lab's sources. */
  guide?: TeacherGuide;
  /** The site that the lab was fetched from. */
  host?: string;
}

async function fromSources(folder: Folder): Promise<LinkedLab> {
  const { lab, problems, guide } = await compiler.ask('compile', [bare(folder)]);
  const first = problems.find(({ severity }) => severity === 'error');
  if (lab) return { lab, shown: withPictures(lab, folder.files), pictures: '', folder, guide };
  const place = first ? `${first.file}:${first.line}: ${first.message}` : 'it cannot be compiled';
  throw new LinkError(`The lab in this link has an error: ${place}. Ask its author for a corrected link`);
}

async function fromSite(url: URL): Promise<LinkedLab> {
  try {
    const lab = await usableLab(await fetchLimited(url));
    return { lab, shown: lab, pictures: new URL('./', url).href, host: url.host };
  } catch (error) {
    if (!(error instanceof ExternalLabError)) throw error;
    const help =
      error.code === 'lab-unreachable'
        ? ' The server must allow other sites to read the file (the header Access-Control-Allow-Origin).'
        : '';
    throw new LinkError(`The lab could not be opened: ${error.message}${help}`.replace(/\.$/, ''));
  }
}

/**
 * Opens the lab of an address; undefined if the address names no lab.
 *
 * @throws {LinkError} If the address names a lab that cannot be opened.
 */
export async function labOf(address: string): Promise<LinkedLab | undefined> {
  if (hasLab(address)) return fromSources(folderIn(address));
  const url = hostedLabIn(address);
  return url && fromSite(url);
}
