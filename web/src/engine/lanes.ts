import { worthMs } from './client';

/**
 * Runs work that takes its items from a shared list. While the first run lasts, further runs start, one each time that
 * another worker is worth starting, up to the number of lanes.
 */
export async function inLanes(lanes: number | undefined, work: () => Promise<void>): Promise<void> {
  const further: Promise<void>[] = [];
  const clock = setInterval(() => {
    if (further.length + 1 < (lanes ?? 1)) further.push(work());
  }, worthMs);
  try {
    await work();
  } finally {
    clearInterval(clock);
  }
  await Promise.all(further);
}
