// Encrypted submissions: `docs/submissions.md` describes the file. The engine reads the file, in
// `engine/lab/src/submission`.
import { sha256 } from '../lab/hash';
import { fromBase64url, toBase64url } from '../state/base64url';
import { canonicalJson } from '../state/canonical';
import type { EncryptedAssignment } from './encrypted';
import { encrypt, publicKey } from './hpke';
import { canEncrypt } from './key';
import { base32 } from '../state/base32';

/** The name and version of the format; encryption also binds them to the text. */
export const envelopeFormat = 'pathlength-envelope/1';

/** Returns a sentence with the reason why submissions cannot be encrypted on this page; undefined if they can. */
export async function encryptionProblem(assignment: EncryptedAssignment): Promise<string | undefined> {
  const why = 'Your teacher requires encrypted submissions, so you cannot submit from this page:';
  if (!canEncrypt()) return `${why} open the link over HTTPS, or ask your teacher for another one.`;
  try {
    await publicKey(fromBase64url(assignment.key));
    return undefined;
  } catch {
    return `${why} the key in the link is damaged. Ask your teacher for another link.`;
  }
}

/** Encrypts a submission for the teacher. Neither the header nor the file name identifies the student. */
export async function encryptSubmission(
  text: string,
  assignment: EncryptedAssignment,
): Promise<{ name: string; text: string }> {
  const problem = await encryptionProblem(assignment);
  if (problem !== undefined) throw new Error(problem.replace(/\.$/, ''));
  const header = {
    format: envelopeFormat,
    lab: assignment.lab,
    assignment: base32(sha256(canonicalJson(assignment)), 8),
    key: assignment.key,
  };
  const recipient = fromBase64url(assignment.key);
  const { enc, ciphertext } = await encrypt(recipient, envelopeFormat, canonicalJson(header), text);
  const file = { ...header, enc: toBase64url(enc), ciphertext: toBase64url(ciphertext) };
  // Two files in one folder need different names.
  return { name: `${assignment.lab}-${base32(sha256('', enc), 8)}.envelope.json`, text: canonicalJson(file) };
}
