// Minidisk caches, on top of the WebAssembly module. A view's cache is small: even its longest run takes only a moment.
import init, { CacheView, type CacheSteps } from '../../pkg/disk-path-rest/pathlength_web';
import { cacheEvents } from '../../generated/disk-path';
import type { Handlers } from '../../serve';
import { indexesOf } from '../../tables';
import type { CacheSettings, CacheStep, CacheTimeline, CacheApi, Phase, CacheSnapshot } from './protocol';

const { evicted } = indexesOf(cacheEvents);
const noSlot = 0xffffffff;
/** Maximum number of requests per call. */
const maxRequests = 4096;

const cacheOf = (settings: CacheSettings): CacheView => {
  const { medium, blockBytes, cacheUnits, guests, sharing, scanRate, fairShare, fileUnits } = settings;
  return new CacheView(medium, blockBytes, cacheUnits, guests, sharing, scanRate, fairShare, fileUnits);
};

/** Returns the steps of the last request: one step, preceded by an eviction if the cache was full. */
function lastOf({ kinds: numbers, slots, guests, units }: CacheSteps): CacheStep[] {
  const steps = Array.from(numbers.slice(-2), (kind, i): CacheStep => {
    const at = Math.max(0, numbers.length - 2) + i;
    return {
      kind: cacheEvents[kind] ?? 'bypass',
      guest: guests[at] ?? 0,
      slot: slots[at] === noSlot ? undefined : slots[at],
      unit: units[at] ?? 0,
    };
  });
  return steps[0]?.kind === 'evicted' ? steps : steps.slice(-1);
}

interface Run {
  cache: CacheView;
  /** Number of finished requests. */
  at: number;
  last: CacheStep[];
}

/**
 * Runs up to `requests` more requests, at most to the end of the phase; returns the event and the guest of each
 * request.
 */
function advance(run: Run, requests: number): { kinds: Uint8Array; askers: Uint8Array } {
  const steps = run.cache.advance(Math.min(maxRequests, requests));
  const all = steps.kinds;
  const isRequest = (_: number, at: number): boolean => all[at] !== evicted;
  const [kinds, askers] = [all.filter(isRequest), steps.guests.filter(isRequest)];
  run.at += kinds.length;
  run.last = lastOf(steps);
  steps.free();
  return { kinds, askers };
}

function course(settings: CacheSettings): CacheTimeline {
  const run: Run = { cache: cacheOf(settings), at: 0, last: [] };
  const { cache } = run;
  try {
    const pieces = [advance(run, 1)];
    const unitKb = cache.guests()[0]?.written_kb ?? 0;
    const [ends, hits, misses]: [number[], number[][], number[][]] = [[], [], []];
    for (;;) {
      while (!cache.phaseIsOver) pieces.push(advance(run, maxRequests));
      const guests = cache.guests();
      ends.push(run.at);
      hits.push(guests.map((guest) => guest.phase_hits));
      misses.push(guests.map((guest) => guest.phase_misses));
      if (cache.isOver) break;
      pieces.push(advance(run, 1));
    }
    const [kinds, askers] = [new Uint8Array(run.at), new Uint8Array(run.at)];
    let at = 0;
    for (const piece of pieces) {
      kinds.set(piece.kinds, at);
      askers.set(piece.askers, at);
      at += piece.kinds.length;
    }
    return { unitKb, ends, hits, misses, kinds, askers };
  } finally {
    cache.free();
  }
}

/** The cache shown last. It only advances. */
let shown: (Run & { key: string }) | undefined;

function picture(settings: CacheSettings, at: number): CacheSnapshot {
  const key = JSON.stringify(settings);
  if (shown?.key !== key || shown.at > at) {
    shown?.cache.free();
    shown = undefined;
    shown = { key, cache: cacheOf(settings), at: 0, last: [] };
  }
  const { cache } = shown;
  while (shown.at < at && !cache.isOver) advance(shown, at - shown.at);
  const slots = cache.slots();
  const { guests: holders, units, ages } = slots;
  slots.free();
  return {
    at: shown.at,
    phase: cache.phase as Phase,
    steps: shown.last,
    guests: cache.guests(),
    holders,
    units,
    ages,
  };
}

/** Fetches and starts the module. */
export async function load(module: URL): Promise<Handlers<CacheApi>> {
  await init({ module_or_path: module });
  return { course, picture };
}
