// The interactive cache equals the model: in WebAssembly, it shows the results of the native model.
import { beforeAll, describe, expect, test } from 'vitest';
import { buildCommand, CacheView, start } from './modules';

let native: ReturnType<typeof buildCommand>;
beforeAll(() => {
  native = buildCommand();
  start();
}, 600_000);

/**
 * KB per track by block size, and per eight pages. (A scenario cannot express the 24.5 KB of a track of 512-byte
 * blocks.)
 */
const unitKb = { 4096: 48, 2048: 42, 1024: 33, fba: 32 };

interface Case {
  unit: keyof typeof unitKb;
  cache: number;
  file: number;
  guests: number;
  sharing: 'own' | 'shared' | 'scan';
  rate: number;
  fair: boolean;
}
// File and cache sizes in whole units that a scenario can express in MB.
const cases: Case[] = [
  { unit: 4096, cache: 24, file: 24, guests: 1, sharing: 'own', rate: 4, fair: true },
  { unit: 4096, cache: 24, file: 25, guests: 1, sharing: 'own', rate: 4, fair: true },
  { unit: 4096, cache: 24, file: 24, guests: 4, sharing: 'shared', rate: 4, fair: true },
  { unit: 4096, cache: 48, file: 24, guests: 2, sharing: 'scan', rate: 4, fair: true },
  { unit: 4096, cache: 48, file: 24, guests: 2, sharing: 'scan', rate: 4, fair: false },
  { unit: 2048, cache: 100, file: 128, guests: 3, sharing: 'shared', rate: 1, fair: false },
  { unit: 1024, cache: 200, file: 64, guests: 4, sharing: 'own', rate: 1, fair: false },
  { unit: 1024, cache: 90, file: 64, guests: 6, sharing: 'scan', rate: 1, fair: true },
  { unit: 'fba', cache: 61, file: 40, guests: 3, sharing: 'own', rate: 16, fair: true },
  { unit: 'fba', cache: 250, file: 40, guests: 3, sharing: 'scan', rate: 2, fair: false },
];

describe.each(cases)('$sharing by $guests: $cache units of $unit for files of $file', (one) => {
  const { unit, cache, file, guests, sharing, rate, fair } = one;
  const kb = unitKb[unit];

  test.each(['read', 'reread'])('the same part of the %s comes from the cache', (phase) => {
    const view = new CacheView(
      unit === 'fba' ? 'fba' : 'eckd',
      unit === 'fba' ? 512 : unit,
      cache,
      guests,
      sharing,
      rate,
      fair,
      file,
    );
    do {
      view.advance(1).free();
      while (!view.phaseIsOver) view.advance(1000).free();
    } while (view.phase !== phase);
    const measured = view.guests().filter(({ scans }) => !scans);
    const hits = measured.reduce((sum, guest) => sum + guest.phase_hits, 0);
    const reads = measured.reduce((sum, guest) => sum + guest.phase_hits + guest.phase_misses, 0);
    const scenario = {
      path: unit === 'fba' ? 'efba' : 'eckd',
      block_bytes: unit === 'fba' ? 4096 : unit,
      mdc: true,
      phase,
      cache_mb: (cache * kb) / 1024,
      file_mb: (file * kb) / 1024,
      request_kb: kb,
      guests,
      sharing,
      scan_rate: rate,
      fair_share: fair,
    };
    const printed = JSON.parse(native(['run', 'disk-paths', '-'], JSON.stringify(scenario))) as {
      outputs: { hit_ratio: number };
    };
    expect(printed.outputs.hit_ratio).toBe(hits / reads);
    view.free();
  });
});
