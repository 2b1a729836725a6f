// Packages for learning platforms: a lab's file that contains an assignment, and a manifest next to the file.
import { gzipSync, strFromU8, strToU8, zipSync } from 'fflate';
import { hexadecimal, sha256 } from '../../lab/hash';
import { canonicalJson } from '../../state/canonical';
import type { Assignment } from '../format';
import { contentsFile, standards, type Contents, type Standard } from '../platform/contents';
import { manifest } from './manifest';

const page = 'index.html';

/** A lab as one file, and the texts that platforms show. */
export interface LabPage {
  html: string;
  title: string;
  summary: string;
  /** The address of the lab's page, by which platforms identify the lab. */
  address: string;
}

/** Compresses a value in the same way as the files inside a lab's file. */
const packed = (value: unknown): string =>
  btoa(strFromU8(gzipSync(strToU8(JSON.stringify(value)), { mtime: 0 }), true));

/** Allows a page to send requests to any host: a platform may keep its records and its pages on different hosts. */
function withRequests(html: string): string {
  const opened = html.replace(/(<meta http-equiv="Content-Security-Policy"[^>]*connect-src data:)/, '$1 https: http:');
  if (opened === html) throw new Error('the lab’s file does not have the security policy that this page expects');
  return opened;
}

/** Returns a lab's file with the contents of a package added. */
function withContents(html: string, contents: Contents): string {
  const end = html.lastIndexOf('</body>');
  if (end < 0) throw new Error('the end of the lab’s file is missing');
  const element = `<script type="text/plain" data-file="${contentsFile}" data-type="application/json">${packed(contents)}</script>`;
  const whole = `${html.slice(0, end)}${element}\n  ${html.slice(end)}`;
  return contents.standard === 'cmi5' ? withRequests(whole) : whole;
}

/** Returns a lab's file with an assignment added, for students without a learning platform. */
export const makePage = (html: string, assignment: Assignment): string => withContents(html, { assignment });

/** Makes a package. */
export function makePackage(standard: Standard, lab: LabPage, assignment: Assignment): Uint8Array<ArrayBuffer> {
  const hash = hexadecimal(sha256(canonicalJson(assignment)).subarray(0, 8));
  const facts = {
    id: `pathlength-${hash}`,
    address: `${lab.address}#assignment-${hash}`,
    title: assignment.title ?? lab.title,
    description: lab.summary,
    pass: assignment.pass,
    page,
  };
  const files = {
    [standards[standard].manifest]: strToU8(manifest(standard, facts)),
    [page]: strToU8(withContents(lab.html, { standard, assignment })),
  };
  return zipSync(files) as Uint8Array<ArrayBuffer>;
}
