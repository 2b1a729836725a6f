import { worthMs } from './client';

/**
 * Runs work that takes its pieces from a shared list. While the first run lasts, further runs start, up to the number of
 * lanes: one each time that a further worker is worth its start.
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
