// A teacher's keys: the public key is in the assignment's link, the private key only in a file that the teacher keeps.
import { sha256 } from '../lab/hash';
import { fromBase64url, toBase64url } from '../state/base64url';
import { curve, publicKey } from './hpke';
import { base32 } from '../state/base32';

const format = 'pathlength-key/1';

/** The reason why a key file cannot be used: a sentence without its full stop. */
export class KeyError extends Error {}

/** A teacher's key in the form that an assignment contains. */
export interface PublicKey {
  /** A short name; equal keys have equal names. */
  id: string;
  /** An uncompressed point of P-256 as base64url. */
  point: string;
}

/** A key that opens submissions. */
export interface PrivateKey extends PublicKey {
  key: CryptoKey;
}

/** A key file. */
export interface KeyFile extends PublicKey {
  name: string;
  text: string;
}

type Jwk = Record<'kty' | 'crv' | 'x' | 'y' | 'd', string>;

/**
 * Returns whether this page can encrypt and decrypt: browsers allow both on https pages, on localhost, and in files.
 */
export const canEncrypt = (): boolean => (globalThis.crypto as Partial<Crypto> | undefined)?.subtle !== undefined;

/** Returns the short name of a key. */
export const keyId = (point: string): string => base32(sha256('', fromBase64url(point)), 8);

export const keyFileName = (id: string): string => `pathlength-key-${id}.json`;

const pointOf = ({ x, y }: Jwk): string => toBase64url(Uint8Array.of(4, ...fromBase64url(x), ...fromBase64url(y)));

/** Creates a new key. */
export async function createKey(): Promise<KeyFile> {
  const pair = (await crypto.subtle.generateKey(curve, true, ['deriveBits'])) as CryptoKeyPair;
  const { kty, crv, x, y, d } = (await crypto.subtle.exportKey('jwk', pair.privateKey)) as Jwk;
  const jwk: Jwk = { kty, crv, x, y, d };
  const point = pointOf(jwk);
  const id = keyId(point);
  return { id, point, name: keyFileName(id), text: `${JSON.stringify({ format, jwk }, null, 2)}\n` };
}

/** Returns whether text claims to be a key file. */
export function isKeyFile(text: string): boolean {
  try {
    const value = JSON.parse(text) as { format?: unknown } | null;
    return String(value?.format).startsWith('pathlength-key/');
  } catch {
    return false;
  }
}

/**
 * Reads a key file.
 *
 * @throws {KeyError} If the text is not a key file, or is damaged.
 */
export async function readKey(text: string): Promise<PrivateKey> {
  if (!isKeyFile(text)) throw new KeyError('it is not a key file, so choose the file that Pathlength saved for you');
  const file = JSON.parse(text) as { format: string; jwk?: Partial<Jwk> };
  if (file.format !== format)
    throw new KeyError('this page cannot read its format version, so reload the page or choose another key file');
  const { kty = '', crv = '', x = '', y = '', d = '' } = file.jwk ?? {};
  if (!canEncrypt()) throw new KeyError('the browser decrypts files only on HTTPS pages, so open this page over HTTPS');
  try {
    const jwk: Jwk = { kty, crv, x, y, d };
    const key = await crypto.subtle.importKey('jwk', jwk, curve, false, ['deriveBits']);
    const point = pointOf(jwk);
    if (!(await belongTogether(key, point))) throw new DOMException('another public key');
    return { id: keyId(point), point, key };
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    throw new KeyError('it is damaged, so choose another copy of it');
  }
}

/** Returns whether a private key belongs to a public one; not every browser checks this. */
async function belongTogether(own: CryptoKey, point: string): Promise<boolean> {
  const other = (await crypto.subtle.generateKey(curve, false, ['deriveBits'])) as CryptoKeyPair;
  const secret = async (mine: CryptoKey, theirs: CryptoKey): Promise<string> =>
    new Uint8Array(await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, mine, 256)).join();
  const [one, two] = await Promise.all([
    secret(own, other.publicKey),
    secret(other.privateKey, await publicKey(fromBase64url(point))),
  ]);
  return one === two;
}
