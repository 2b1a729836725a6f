import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { limits, Unpacker, type UnpackedFile, type UnpackLimits } from './unpack';

const said = (found: UnpackedFile): string => `${found.path}: ${'bytes' in found ? 'read' : found.reason}`;
const unpack = (path: string, bytes: Uint8Array, given: UnpackLimits = limits): string[] =>
  [...new Unpacker(given).unpack(path, bytes)].map(said);
const text = strToU8('{"format":"x"}');

/** Overwrites the declared size of the first entry in the directory of an archive. */
function declaring(archive: Uint8Array, size: number): Uint8Array {
  const view = new DataView(archive.buffer, archive.byteOffset);
  for (let at = 0; at < archive.length - 4; at++)
    if (view.getUint32(at, true) === 0x02014b50) {
      view.setUint32(at + 24, size, true);
      return archive;
    }
  throw new Error('the archive has no directory');
}

describe('unpacked submissions', () => {
  test('are the files of nested folders and archives, by their whole paths', () => {
    const inner = zipSync({ 'deep/er/b.json': text });
    const outer = zipSync({ 'Ann_1/a.json.txt': text, 'Ben_2/b.zip': inner, 'Ben_2/': new Uint8Array() });
    expect(unpack('all.zip', outer)).toEqual([
      'all.zip/Ann_1/a.json.txt: read',
      'all.zip/Ben_2/b.zip/deep/er/b.json: read',
    ]);
    expect(unpack('one.json', text)).toEqual(['one.json: read']);
  });

  test('name the files of operating systems instead of losing them', () => {
    const archive = zipSync({ '__MACOSX/._a.json': text, 'x/.DS_Store': text, 'x/a.json': text });
    expect(unpack('a.zip', archive)).toEqual([
      'a.zip/__MACOSX/._a.json: an operating system file',
      'a.zip/x/.DS_Store: an operating system file',
      'a.zip/x/a.json: read',
    ]);
    expect(unpack('.DS_Store', text)).toEqual(['.DS_Store: an operating system file']);
  });

  test('survive a damaged neighbor and a damaged archive', () => {
    const archive = zipSync({ 'a.json': text, 'b.json': strToU8('{}'.repeat(200)) });
    expect(unpack('cut.zip', archive.slice(0, 60))).toEqual(['cut.zip: a damaged zip archive: download it again']);
    const view = new DataView(archive.buffer, archive.byteOffset);
    // The first byte of the first entry's compressed content: an unknown kind of block.
    archive[30 + view.getUint16(26, true) + view.getUint16(28, true)] = 0x07;
    expect(unpack('bad.zip', archive)).toEqual(['bad.zip/a.json: damaged in its zip archive', 'bad.zip/b.json: read']);
    expect(unpack('none.zip', zipSync({}))).toEqual(['none.zip: an empty zip archive']);
  });

  test('are bounded in size, in number, and in depth', () => {
    const small: UnpackLimits = { fileBytes: 1000, totalBytes: 1500, files: 3, depth: 2 };
    const zeros = (count: number): Uint8Array => new Uint8Array(count);
    expect(unpack('bomb.zip', zipSync({ a: zeros(5000), b: zeros(900), c: zeros(900), d: zeros(10) }), small)).toEqual([
      'bomb.zip/a: larger than 0 MB',
      'bomb.zip/b: read',
      'bomb.zip/c: more than 0 MB in all: grade them in batches',
      'bomb.zip/d: read',
    ]);
    const many = zipSync(Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`${at}.json`, text])));
    expect(unpack('many.zip', many, small).slice(2)).toEqual([
      'many.zip/2.json: read',
      'many.zip/3.json: more than 3 files: grade them in batches',
    ]);
    const nested = zipSync({ 'b.zip': zipSync({ 'c.zip': zipSync({ d: text }) }) });
    expect(unpack('a.zip', nested, small)).toEqual(['a.zip/b.zip/c.zip: archives nested 2 deep: unpack them first']);
  });

  test('are never larger than they declare', () => {
    const archive = declaring(zipSync({ 'a.json': new Uint8Array(100_000) }), 10);
    const [found] = new Unpacker().unpack('a.zip', archive);
    expect(found && 'bytes' in found ? found.bytes.length : 0).toBeLessThanOrEqual(10);
  });
});
