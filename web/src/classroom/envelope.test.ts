import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { decryptInNode, encryptInNode } from '../../../tests/node-hpke';
import { fromBase64url } from '../state/base64url';
import { encryptionProblem, encryptSubmission, envelopeFormat } from './envelope';
import type { Assignment } from './format';
import { decrypt, encrypt } from './hpke';
import { createKey, isKeyFile, KeyError, keyFileName, keyId, readKey } from './key';

const fixture = (name: string): string =>
  readFileSync(new URL(`../../../tests/submissions/encrypted/${name}`, import.meta.url), 'utf8');
const file = JSON.parse(fixture('key.json')) as { jwk: Record<string, string> };
const secret = Buffer.from(file.jwk['d'] ?? '', 'base64url');
const own = await readKey(fixture('key.json'));
const recipient = fromBase64url(own.point);
const assignment: Assignment & { key: string } = {
  lab: 'l',
  lab_hash: 'sha256-00',
  engine: '0.1.0',
  questions: ['q1'],
  seed: 'student',
  title: 'Week 3: “größer”',
  key: own.point,
};
const text = (bytes: Uint8Array | undefined): string | undefined => bytes && new TextDecoder().decode(bytes);

afterEach(() => void vi.unstubAllGlobals());

describe('encrypted message', () => {
  const samples = ['', '{}', 'größer 😀\0', 'x'.repeat(100_000)];

  test('of a page is decrypted by Node’s crypto', async () => {
    for (const sample of samples)
      expect(decryptInNode(secret, 'use', await encrypt(recipient, 'use', 'head', sample))).toBe(sample);
  });

  test('of Node’s crypto is decrypted by a page', async () => {
    for (const sample of samples)
      expect(text(await decrypt(own.key, recipient, 'use', encryptInNode(recipient, 'use', 'head', sample)))).toBe(
        sample,
      );
  });

  test('made by OpenSSL is decrypted by a page', async () => {
    // The same message as in engine/lab/src/submission/hpke.rs.
    const x = 'l9tp-Hi1nUYVUVsPo9XPinkktP4Q6ptW1FO4ScT_eXI';
    const y = 'PlHNvvM6HTM5-lGsL42wKrOCOZ9IlFGd3bYdnDMV7y4';
    const jwk = { kty: 'EC', crv: 'P-256', x, y, d: '2_UHJZL5DAnNh49BIezYMtEhMqDRH_Ta44vbBT45QwE' };
    const { key, point } = await readKey(JSON.stringify({ format: 'pathlength-key/1', jwk }));
    const message = {
      enc: fromBase64url('BOtjw8HmHlTChKs5sWvgDqgIYzKb8brdPEszu9EYXkZP8ano8goBAb-CzaLPN31MG2IyJDBEcK4fhVZiP9cJb10'),
      header: '',
      ciphertext: fromBase64url('qdNnL6asCEqKqUU8jNl6JCTWi19gd7-dWMasq_RKmtA8nGQ'),
    };
    expect(text(await decrypt(key, fromBase64url(point), envelopeFormat, message))).toBe('Two beans in a pod.');
  });

  test('is refused when any byte was changed, or it is for another key or use', async () => {
    const message = await encrypt(recipient, 'use', 'head', 'text');
    expect(text(await decrypt(own.key, recipient, 'use', message))).toBe('text');
    for (const part of ['enc', 'ciphertext'] as const)
      for (const at of message[part].keys()) {
        const changed = Uint8Array.from(message[part]);
        changed[at] = (changed[at] ?? 0) ^ 1;
        expect(await decrypt(own.key, recipient, 'use', { ...message, [part]: changed })).toBeUndefined();
      }
    const { ciphertext } = message;
    for (const cut of [0, 1, 15, 16, ciphertext.length - 1])
      expect(
        await decrypt(own.key, recipient, 'use', { ...message, ciphertext: ciphertext.slice(0, cut) }),
      ).toBeUndefined();
    expect(await decrypt(own.key, recipient, 'use', { ...message, header: 'Head' })).toBeUndefined();
    expect(await decrypt(own.key, recipient, 'another use', message)).toBeUndefined();
    const other = await readKey((await createKey()).text);
    expect(await decrypt(other.key, fromBase64url(other.point), 'use', message)).toBeUndefined();
  });

  test('has another key and another text each time', async () => {
    const [one, two] = [await encrypt(recipient, 'use', '', 'text'), await encrypt(recipient, 'use', '', 'text')];
    expect(one.enc).not.toEqual(two.enc);
    expect(one.ciphertext).not.toEqual(two.ciphertext);
  });
});

describe('encrypted submission', () => {
  test('shows lab, assignment, and key, and nothing of the student', async () => {
    const plain = JSON.stringify({ student: { id: 's1001', name: 'Ada' } });
    const { name, text } = await encryptSubmission(plain, assignment);
    expect(name).toMatch(/^l-[0-9A-Z]{8}\.envelope\.json$/);
    const { enc, ciphertext, ...header } = JSON.parse(text) as Record<string, string>;
    expect(header).toEqual({
      format: 'pathlength-envelope/1',
      lab: 'l',
      assignment: expect.stringMatching(/^[0-9A-Z]{8}$/) as string,
      key: own.point,
    });
    expect(fromBase64url(enc ?? '')).toHaveLength(65);
    expect(fromBase64url(ciphertext ?? '')).toHaveLength(plain.length + 16);
    expect(text).not.toMatch(/s1001|Ada/);
  });

  test.each(['of-page', 'of-engine'])('%s is decrypted by a page and by Node’s crypto', async (name) => {
    const envelope = JSON.parse(fixture(`${name}.envelope.json`)) as Record<string, string>;
    const { assignment, format, key, lab } = envelope;
    const message = {
      enc: fromBase64url(envelope['enc'] ?? ''),
      header: JSON.stringify({ assignment, format, key, lab }),
      ciphertext: fromBase64url(envelope['ciphertext'] ?? ''),
    };
    expect(text(await decrypt(own.key, recipient, envelopeFormat, message))).toBe(fixture('plain.json'));
    expect(decryptInNode(secret, envelopeFormat, message)).toBe(fixture('plain.json'));
  });

  test('is refused in a sentence when the page or the key cannot encrypt', async () => {
    const broken = { ...assignment, key: `B${'A'.repeat(86)}` };
    expect(await encryptionProblem(assignment)).toBeUndefined();
    expect(await encryptionProblem(broken)).toMatch(/the key in the link is damaged\. Ask your teacher/);
    await expect(encryptSubmission('{}', broken)).rejects.toThrow('the key in the link is damaged');
    vi.stubGlobal('crypto', {});
    expect(await encryptionProblem(assignment)).toMatch(/open the link over HTTPS/);
    await expect(encryptSubmission('{}', assignment)).rejects.toThrow('open the link over HTTPS');
    await expect(readKey(fixture('key.json'))).rejects.toThrow('open this page over HTTPS');
  });
});

describe('key file', () => {
  test('has the key that it was made with', async () => {
    const { id, point, name, text } = await createKey();
    expect(await readKey(text)).toMatchObject({ id, point });
    expect([name, keyId(point)]).toEqual([keyFileName(id), id]);
    expect(id).toMatch(/^[0-9A-Z]{8}$/);
    expect(keyId(own.point)).toBe('HYPPN099');
  });

  test('cannot be read out of the browser again', async () => {
    await expect(crypto.subtle.exportKey('jwk', own.key)).rejects.toThrow();
  });

  test('is refused with a reason when it is damaged or something else', async () => {
    const { jwk } = file;
    const read = (jwk: unknown): Promise<unknown> => readKey(JSON.stringify({ format: 'pathlength-key/1', jwk }));
    const another = (JSON.parse((await createKey()).text) as typeof file).jwk;
    const damaged = [
      undefined,
      {},
      { ...jwk, d: undefined },
      { ...jwk, d: 'AAAA' },
      { ...jwk, d: 7 },
      { ...jwk, x: another['x'], y: another['y'] },
      { ...jwk, x: '!' },
      { ...jwk, crv: 'P-384' },
    ];
    for (const one of damaged) await expect(read(one), JSON.stringify(one)).rejects.toThrow(KeyError);
    await expect(readKey(fixture('key.json').slice(0, 100))).rejects.toThrow('it is not a key file');
    await expect(readKey(fixture('plain.json'))).rejects.toThrow('it is not a key file');
    await expect(readKey('{"format":"pathlength-key/2"}')).rejects.toThrow('this page cannot read its format version');
    expect(['', 'null', '[]', '{"format":1}', fixture('plain.json')].filter(isKeyFile)).toEqual([]);
  });
});
