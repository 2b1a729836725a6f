// Hybrid public key encryption (RFC 9180) with WebCrypto: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, and AES-256-GCM in
// base mode, one message for each ephemeral key. `engine/lab/src/submission/hpke.rs` implements the same in Rust.

type Bytes = Uint8Array<ArrayBuffer>;

/** A message: its text is encrypted; its header is readable but authenticated. */
export interface EncryptedMessage {
  /** The ephemeral public key of this message: an uncompressed point. */
  enc: Uint8Array;
  header: string;
  ciphertext: Uint8Array;
}

export const curve = { name: 'ECDH', namedCurve: 'P-256' };

const utf8 = (text: string): Bytes => new TextEncoder().encode(text);

function joined(...parts: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const version = utf8('HPKE-v1');
const kem = joined(utf8('KEM'), Uint8Array.of(0, 0x10));
const suite = joined(utf8('HPKE'), Uint8Array.of(0, 0x10, 0, 1, 0, 2));
const none = new Uint8Array();
/** No salt: WebCrypto refuses an empty key, and HMAC pads a key with zeros. */
const noSalt = new Uint8Array(32);

async function hmac(key: Bytes, ...parts: readonly Uint8Array[]): Promise<Bytes> {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, joined(...parts)));
}

/** Computes `LabeledExtract` of the RFC. */
const extract = (suite: Bytes, salt: Bytes, label: string, ikm: Bytes): Promise<Bytes> =>
  hmac(salt, version, suite, utf8(label), ikm);

/** Computes `LabeledExpand` of the RFC for at most 32 bytes: one block of HKDF. */
const expand = async (suite: Bytes, secret: Bytes, label: string, info: Bytes, length: number): Promise<Bytes> =>
  (await hmac(secret, Uint8Array.of(0, length), version, suite, utf8(label), info, Uint8Array.of(1))).slice(0, length);

/** Returns the secret that both sides compute. */
async function sharedSecret(own: CryptoKey, other: CryptoKey, enc: Bytes, recipient: Bytes): Promise<Bytes> {
  const dh = new Uint8Array(await crypto.subtle.deriveBits({ name: 'ECDH', public: other }, own, 256));
  const secret = await extract(kem, noSalt, 'eae_prk', dh);
  return expand(kem, secret, 'shared_secret', joined(enc, recipient), 32);
}

/** Returns the AES-GCM parameters and the key of a message. */
async function cipher(shared: Bytes, info: string, header: string): Promise<[AesGcmParams, CryptoKey]> {
  const context = joined(
    Uint8Array.of(0),
    await extract(suite, noSalt, 'psk_id_hash', none),
    await extract(suite, noSalt, 'info_hash', utf8(info)),
  );
  const secret = await extract(suite, shared, 'secret', none);
  const [key, iv] = [
    await expand(suite, secret, 'key', context, 32),
    await expand(suite, secret, 'base_nonce', context, 12),
  ];
  const imported = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt', 'decrypt']);
  return [{ name: 'AES-GCM', iv, additionalData: utf8(header) }, imported];
}

/**
 * Returns a public key from an uncompressed point.
 *
 * @throws {DOMException} If the point is not on the curve.
 */
export const publicKey = (point: Uint8Array): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', joined(point), curve, true, []);

/** Encrypts text for the owner of a key, an uncompressed point. `info` names the use of the message. */
export async function encrypt(
  recipient: Uint8Array,
  info: string,
  header: string,
  text: string,
): Promise<EncryptedMessage> {
  const own = (await crypto.subtle.generateKey(curve, false, ['deriveBits'])) as CryptoKeyPair;
  const enc = new Uint8Array(await crypto.subtle.exportKey('raw', own.publicKey));
  const shared = await sharedSecret(own.privateKey, await publicKey(recipient), enc, joined(recipient));
  const [how, key] = await cipher(shared, info, header);
  return { enc, header, ciphertext: new Uint8Array(await crypto.subtle.encrypt(how, key, utf8(text))) };
}

/** Decrypts a message; undefined if any part of it was changed, or if it is for another key. */
export async function decrypt(
  own: CryptoKey,
  recipient: Uint8Array,
  info: string,
  { enc, header, ciphertext }: EncryptedMessage,
): Promise<Uint8Array | undefined> {
  try {
    const shared = await sharedSecret(own, await publicKey(enc), joined(enc), joined(recipient));
    const [how, key] = await cipher(shared, info, header);
    return new Uint8Array(await crypto.subtle.decrypt(how, key, joined(ciphertext)));
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}
