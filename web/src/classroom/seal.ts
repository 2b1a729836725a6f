// The seal of a submission: a chain of hashes over its log, and a code to note down. `pathlength check` computes both again
// with code of its own, in engine/lab/src/submission; `tests/submission-identity.test.ts` compares the two.
import { canonicalJson } from '../state/canonical';
import { hashName, hexadecimal, sha256 } from '../lab/hash';
import type { Assignment, Submission, UnsealedSubmission } from './format';

/** A sealed submission. */
export interface SealedSubmission {
  /** The file. */
  text: string;
  verificationCode: string;
}

/** The parts that are hashed before the events, and after them. */
const before = ['format', 'assignment', 'student', 'seed', 'started'] as const;
const after = ['ended', 'claimed'] as const;

/** Bytes of the chain that `links` keeps for each event. */
const linkBytes = 2;

const brokenCharacter = /\p{Surrogate}/u;

/**
 * A value as its file will have it.
 *
 * @throws {Error} if it refers to itself, or has a text that cannot be written as UTF-8.
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
    if (broken !== undefined) throw new Error(`${JSON.stringify(broken)} contains half of a character: enter it again`);
    return inner;
  }) as T;
}

/** The hash of the chain after an event. */
export const chain = (previous: Uint8Array, event: Submission['events'][number]): Uint8Array =>
  sha256(canonicalJson(event), previous);

/** Crockford's base 32: no letter that looks like a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The first `count` groups of five bits. */
export function base32(bytes: Uint8Array, count: number): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return Array.from({ length: count }, (_, at) => alphabet[parseInt(bits.slice(5 * at, 5 * at + 5), 2)]).join('');
}

/**
 * The code of a chain: four groups of four symbols. The last symbol is a check by Luhn's rule for 32 symbols, which finds
 * every single wrong one and nearly every exchange of two neighbours.
 */
export function verificationCode(hash: Uint8Array): string {
  const symbols = base32(hash, 15);
  const sum = [...symbols].reduce((sum, symbol, at) => {
    const value = alphabet.indexOf(symbol) * (at % 2 === 0 ? 2 : 1);
    return sum + Math.floor(value / 32) + (value % 32);
  }, 0);
  return (symbols + alphabet[(32 - (sum % 32)) % 32]).replace(/.{4}(?=.)/g, '$&-');
}

/**
 * Seals a submission.
 *
 * @throws {Error} if it lacks a part, or has one that cannot be written.
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
 * The seed of a student's drawn numbers.
 *
 * @throws {Error} if the assignment does not say whose numbers it wants.
 */
export function seedOf(assignment: Assignment, student: string): string {
  const rules = { same: { assignment }, student: { assignment, student } };
  if (!Object.hasOwn(rules, assignment.seed))
    throw new Error('the assignment has no rule for numbers: create the assignment again');
  return hexadecimal(sha256(canonicalJson(asWritten(rules[assignment.seed], 'assignment'))).subarray(0, 8));
}
