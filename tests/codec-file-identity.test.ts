// A page that reads a file finds the same byte counts and the same damage as the command.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { codecs } from '../web/src/engine/live/codecs/protocol.ts';
import { FileCheck, FileScan, initSync } from '../web/src/engine/pkg/tape/pathlength_web.js';
import { buildProgram } from './command.ts';

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const text = readFileSync(at('ARCHITECTURE.md'));
const history = 1024;
let program = '';

beforeAll(() => {
  initSync({ module: readFileSync(at('web/src/engine/pkg/tape/pathlength_web_bg.wasm')) });
  program = buildProgram();
}, 600_000);

const compress = (codec: string, ...options: string[]): Buffer =>
  execFileSync(program, ['compress', '--codec', codec, ...options, '-'], { input: text });

/** Reads a file as the page does; returns the number of decompressed bytes. */
function check(codec: string, file: Uint8Array): number {
  const check = new FileCheck(codec);
  try {
    check.load(file);
    while (!check.step());
    check.finish();
    return check.inside;
  } finally {
    check.free();
  }
}

describe('file of a reader', () => {
  test('each codec gives as many bytes as the command writes', () => {
    const scan = new FileScan(history, 1);
    scan.load(text);
    codecs.forEach((_, codec) => scan.encode(codec));
    scan.finish();
    const written = codecs.map((codec) =>
      codec === 'aldc' ? compress(codec, '--history', String(history)).length : compress(codec).length,
    );
    expect([...scan.written]).toEqual(written);
    scan.free();
  });

  test('.aldc file of the command is complete', () => {
    const file = compress('aldc', '--history', String(history));
    // The page recognizes the format by these bytes.
    expect([...file.subarray(0, 6)]).toEqual([0xff, 0x80, 0x41, 0x4c, 0x44, 0x43]);
    expect(check('aldc', file)).toBe(text.length);
  });

  test('.aldc file is damaged when a bit is flipped', () => {
    const file = compress('aldc');
    for (let byte = 0; byte < file.length; byte += 37) {
      const damaged = Buffer.from(file);
      damaged[byte] = (damaged[byte] ?? 0) ^ (1 << (byte % 8));
      expect(() => check('aldc', damaged), `byte ${byte}`).toThrow('copy the file again');
    }
  });

  test('bare stream is refused with the option that reads it', () => {
    expect(() => check('aldc', compress('aldc', '--raw'))).toThrow('--raw');
  });
});
