/**
 * Hybrid public key encryption (RFC 9180) as encrypted submissions use it, written from the RFC with Node's `crypto`.
 * Tests compare the implementations of the pages and of the command with it.
 */
import { createCipheriv, createDecipheriv, createECDH, createHmac, hkdfSync } from 'node:crypto';

const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');
const kem = ascii('KEM\x00\x10');
const suite = ascii('HPKE\x00\x10\x00\x01\x00\x02');
const ikm = (suite: Buffer, label: string, ...parts: Buffer[]): Buffer =>
  Buffer.concat([ascii('HPKE-v1'), suite, ascii(label), ...parts]);
const info = (suite: Buffer, length: number, label: string, ...parts: Buffer[]): Buffer =>
  Buffer.concat([Buffer.of(0, length), ascii('HPKE-v1'), suite, ascii(label), ...parts]);
const hkdf = (input: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', input, salt, info, length));

/** Returns the key and the nonce of a message. */
function schedule(dh: Buffer, enc: Buffer, recipient: Buffer, use: string): { key: Buffer; nonce: Buffer } {
  const none = Buffer.alloc(0);
  const secretInfo = info(kem, 32, 'shared_secret', enc, recipient);
  const shared = hkdf(ikm(kem, 'eae_prk', dh), none, secretInfo, 32);
  const extract = (label: string, value: Buffer): Buffer =>
    createHmac('sha256', none)
      .update(ikm(suite, label, value))
      .digest();
  const context = Buffer.concat([Buffer.of(0), extract('psk_id_hash', none), extract('info_hash', ascii(use))]);
  const derive = (label: string, length: number): Buffer =>
    hkdf(ikm(suite, 'secret'), shared, info(suite, length, label, context), length);
  return { key: derive('key', 32), nonce: derive('base_nonce', 12) };
}

/** The parts of a message. */
export interface Message {
  enc: Uint8Array;
  header: string;
  ciphertext: Uint8Array;
}

/** Encrypts text for a public key. */
export function encryptInNode(recipient: Uint8Array, use: string, header: string, text: string): Message {
  const own = createECDH('prime256v1');
  const enc = own.generateKeys();
  const { key, nonce } = schedule(own.computeSecret(recipient), enc, Buffer.from(recipient), use);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(header));
  return { enc, header, ciphertext: Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]) };
}

/** Decrypts a message with a private key, or throws. */
export function decryptInNode(secret: Buffer, use: string, { enc, header, ciphertext }: Message): string {
  const own = createECDH('prime256v1');
  own.setPrivateKey(secret);
  const { key, nonce } = schedule(own.computeSecret(enc), Buffer.from(enc), own.getPublicKey(), use);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(header));
  decipher.setAuthTag(ciphertext.slice(-16));
  return Buffer.concat([decipher.update(ciphertext.slice(0, -16)), decipher.final()]).toString();
}
