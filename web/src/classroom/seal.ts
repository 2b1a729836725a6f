// The seal of a submission: a chain of hashes over its log, and a verification code. `pathlength check` recomputes both
// with separate code, in engine/lab/src/submission; `tests/submission-identity.test.ts` compares the two
// implementations.
import { canonicalJson } from '../state/canonical';
import { hashName, hexadecimal, sha256 } from '../lab/hash';
import { base32, codeOf } from '../state/base32';
import type { Assignment, Submission, UnsealedSubmission } from './format';

/** A sealed submission. */
export interface SealedSubmission {
  /** The file. */
  text: string;
  verificationCode: string;
}

/** The fields of a submission that are hashed before and after its events. */
const before = ['format', 'assignment', 'student', 'seed', 'started'] as const;
const after = ['ended', 'claimed'] as const;

/** The number of bytes of each event's chain hash that `links` contains. */
const linkBytes = 2;

const brokenCharacter = /\p{Surrogate}/u;

/**
 * Returns a value as it will be written to the file.
 *
 * @throws {Error} If the value refers to itself, or contains text that cannot be written as UTF-8.
 */
function asWritten<T>(value: T, name: string): T {
  let text: string;
  try {
    text = JSON.stringify(value);
  } catch (error) {
    throw new Error(`the ${name} cannot be written as JSON: it must be plain data`, { cause: error });
  }
  return JSON.parse(text, (key, inner: unknown) => {
    const broken = [key, inner].find((each) => typeof each === 'string' && brokenCharacter.test(each));
    if (broken !== undefined)
      throw new Error(`${JSON.stringify(broken)} contains an incomplete character: enter the text again`);
    return inner;
  }) as T;
}

/** Returns the hash of the chain after an event. */
export const chain = (previous: Uint8Array, event: Submission['events'][number]): Uint8Array =>
  sha256(canonicalJson(event), previous);

/** Returns the code of a chain: four groups of four symbols. */
export const verificationCode = (hash: Uint8Array): string => codeOf(base32(hash, 15));

/**
 * Seals a submission.
 *
 * @throws {Error} If a part of the submission is missing or cannot be written.
 */
export function seal(unsealed: UnsealedSubmission): SealedSubmission {
  const submission = asWritten(unsealed, 'submission');
  const missing = [...before, 'events' as const, ...after].find((part) => submission[part] === undefined);
  if (missing !== undefined) throw new Error(`the submission has no ${missing}: it must have every part`);
  const parts = (names: readonly (keyof UnsealedSubmission)[]): string =>
    canonicalJson(Object.fromEntries(names.map((name) => [name, submission[name]])));

  let hash = sha256(parts(before));
  let links = '';
  for (const event of submission.events) {
    hash = chain(hash, event);
    links += hexadecimal(hash.subarray(0, linkBytes));
  }
  hash = sha256(parts(after), hash);
  const sealed: Submission = { ...submission, links, chain: hashName(hash) };
  return { text: canonicalJson(sealed), verificationCode: verificationCode(hash) };
}

/**
 * Returns the seed of a student's drawn numbers.
 *
 * @throws {Error} If the assignment does not specify how to randomize its numbers.
 */
export function seedOf(assignment: Assignment, student: string): string {
  const rules = { same: { assignment }, student: { assignment, student } };
  if (!Object.hasOwn(rules, assignment.seed))
    throw new Error('the assignment does not specify how to randomize its numbers: ask your teacher for a new link');
  return hexadecimal(sha256(canonicalJson(asWritten(rules[assignment.seed], 'assignment'))).subarray(0, 8));
}
