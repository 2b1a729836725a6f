// An assignment as a link to its lab's page.
import type { Assignment } from './format';
import { keys, valueIn } from '../state/address';
import { decode, encode } from '../player/link/link';
import { readAssignment } from './assignment';

/**
 * Returns the link that opens an assignment, from any address of its lab; if no questions count, the link opens only
 * the lab. The link keeps a lab that `address` contains, or the address of a lab on another site, but not a state.
 */
export function assignmentLink(address: string, assignment: Assignment): string {
  const url = new URL(address);
  const from = url.searchParams.get(keys.from);
  const lab = valueIn(address, keys.lab);
  url.search = [
    ...(from === null ? [] : [`${keys.from}=${encodeURIComponent(from)}`]),
    ...(assignment.questions.length === 0 ? [] : [`${keys.assignment}=${encode(assignment)}`]),
  ].join('&');
  url.hash = lab === undefined ? '' : `${keys.lab}=${lab}`;
  return url.href;
}

/**
 * Returns the assignment in an address.
 *
 * @throws {LinkError | NoAssignment} If it is damaged.
 */
export const assignmentIn = (address: string): Assignment =>
  readAssignment(decode(valueIn(address, keys.assignment) ?? ''));
