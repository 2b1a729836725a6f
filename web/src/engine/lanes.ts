import { worthMs } from './client';

/**
 * Does work that takes piece by piece from a list. While it lasts, it is done in further lanes too, one more each time that
 * another worker has become worth its start.
 */
export async function inLanes(lanes: number | undefined, work: () => Promise<void>): Promise<void> {
  const further: Promise<void>[] = [];
  const clock = setInterval(() => {
    if (further.length + 1 < (lanes ?? 1)) further.push(work());
  }, worthMs);
  await work();
  clearInterval(clock);
  await Promise.all(further);
}
