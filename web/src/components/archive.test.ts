import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { constants, deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { unpackEntry } from './archive';

/** Makes an archive of one entry with the given compressed content and declared size. */
function archiveOf(packed: Uint8Array, size: number): Uint8Array {
  const archive = zipSync({ a: strToU8('x') }, { level: 0 });
  const local = archive.slice(0, 31);
  const rest = archive.slice(32);
  local[8] = 8;
  const whole = new Uint8Array(local.length + packed.length + rest.length);
  whole.set(local);
  whole.set(packed, local.length);
  whole.set(rest, local.length + packed.length);
  const view = new DataView(whole.buffer);
  const directory = local.length + packed.length;
  view.setUint16(directory + 10, 8, true);
  view.setUint32(directory + 20, packed.length, true);
  view.setUint32(directory + 24, size, true);
  view.setUint32(whole.length - 6, directory, true);
  return whole;
}

test('entry is unpacked as it was packed, stored or deflated, at any place', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 3000 }), { maxLength: 6 }), fc.boolean(), (files, isStored) => {
      const named = Object.fromEntries(files.map((file, at) => [`${at}.bin`, file]));
      const archive = zipSync(named, { level: isStored ? 0 : 6, comment: 'a comment' });
      expect(files.map((_, at) => unpackEntry(archive, at))).toEqual(files);
      expect(unpackEntry(archive, files.length)).toBeUndefined();
    }),
  );
});

test('entry with another size than it declares is refused', () => {
  const packed = deflateRawSync(strToU8('abc'.repeat(1000)));
  expect(unpackEntry(archiveOf(packed, 3000), 0)?.length).toBe(3000);
  for (const size of [0, 2999, 3001]) expect(unpackEntry(archiveOf(packed, size), 0)).toBeUndefined();
});

// Unpacking all 64 GB would take minutes.
test('bomb of 64 GB is refused at its first excess', () => {
  const zeros = deflateRawSync(new Uint8Array(1 << 20), { finishFlush: constants.Z_FULL_FLUSH });
  const bomb = new Uint8Array(zeros.length << 16);
  for (let at = 0; at < 1 << 16; at++) bomb.set(zeros, at * zeros.length);
  expect(unpackEntry(archiveOf(bomb, 1000), 0)).toBeUndefined();
});

test('no damage to an archive ends in an exception', () => {
  const archive = zipSync({ 'a.json': strToU8('{}'.repeat(100)), b: strToU8('x') });
  fc.assert(
    fc.property(fc.nat({ max: archive.length - 1 }), fc.nat({ max: 255 }), fc.nat(), (place, byte, cut) => {
      const damaged = archive.slice(0, archive.length - (cut % 40));
      damaged[place % damaged.length] = byte;
      for (const at of [0, 1, 2]) unpackEntry(damaged, at);
    }),
    { numRuns: 2000 },
  );
});
