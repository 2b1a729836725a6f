import { gzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { assess, containerOf } from './file.svelte';

const report = (sizes: number[], entropy: number) => ({
  bytes: 1000,
  sizes: Float64Array.from(sizes),
  speeds: new Float64Array(4),
  entropy,
  repeats: new Float64Array(25),
});

describe('file of the reader', () => {
  it('is known by its first bytes', async () => {
    const gz = new Blob([new Uint8Array(gzipSync(new Uint8Array(100)))]);
    expect((await containerOf(gz))?.name).toBe('deflate');
    // Magic numbers of RFC 8878 and of LZ4's frame format, both little-endian.
    const number = (magic: number) => new Blob([new Uint32Array([magic])]);
    expect((await containerOf(number(0xfd2fb528)))?.name).toBe('zstd');
    expect((await containerOf(number(0x184d2204)))?.name).toBe('lz4');
    // An ALDC file begins with a reserved code and the name, as the engine documents.
    expect((await containerOf(new Blob([new Uint8Array([0xff, 0x80]), 'ALDC\x01\x09'])))?.name).toBe('aldc');
    expect(await containerOf(new Blob([new Uint8Array([0xff, 0x80]), 'ALD']))).toBeUndefined();
    expect(await containerOf(new Blob(['plain text']))).toBeUndefined();
    expect(await containerOf(new Blob(['\x28']))).toBeUndefined();
  });

  it('is better stored if no codec makes it smaller, whatever the adapters do', () => {
    const random = assess(report([1125, 1004, 1001, 1000], 7.99));
    expect(random).toMatchObject({ incompressible: true, random: true });
    // Bytes can be evenly distributed and still repeat.
    expect(assess(report([1125, 300, 200, 400], 7.99))).toMatchObject({ incompressible: false, random: true });
    expect(assess(report([500, 400, 300, 310], 4)).ratios[2]).toBeCloseTo(10 / 3);
  });
});
