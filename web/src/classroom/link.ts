// An assignment as a link to its lab's page.
import type { Assignment } from './format';
import { keys, valueIn } from '../state/address';
import { decode, encode } from '../player/link/link';
import { readAssignment } from './assignment';

/** The link that opens an assignment, given the address of any page of its lab. */
export function assignmentLink(address: string, assignment: Assignment): string {
  const url = new URL(address);
  url.search = `${keys.assignment}=${encode(assignment)}`;
  url.hash = '';
  return url.href;
}

/**
 * The assignment of an address.
 *
 * @throws {LinkError | NoAssignment} if it is damaged.
 */
export const assignmentIn = (address: string): Assignment =>
  readAssignment(decode(valueIn(address, keys.assignment) ?? ''));
