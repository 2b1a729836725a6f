// The throughput of a run between the samples of its timeline.

/** A period in simulated seconds, and its throughput in MB/s. */
export interface Stretch {
  from: number;
  to: number;
  rate: number;
}

/** Returns the periods of a timeline, which alternates seconds and the MB transferred by then. */
export function stretches(timeline: Float64Array): Stretch[] {
  const found: Stretch[] = [];
  let [from, before] = [0, 0];
  for (let at = 0; at + 1 < timeline.length; at += 2) {
    const [to, moved] = [timeline[at] ?? 0, timeline[at + 1] ?? 0];
    // The last two samples may have the same time.
    if (to > from) found.push({ from, to, rate: Math.max(0, (moved - before) / (to - from)) });
    [from, before] = [to, moved];
  }
  return found;
}

/** Returns the outline of periods above a base line; `x` and `height` are in pixels. */
export function outline(
  all: readonly Stretch[],
  base: number,
  x: (seconds: number) => number,
  height: (rate: number) => number,
): string {
  const [first, last] = [all[0], all.at(-1)];
  if (!first || !last) return '';
  const place = (value: number): string => String(Math.round(10 * value) / 10);
  const steps = all.map(({ to, rate }) => `V${place(base - height(rate))}H${place(x(to))}`);
  return `M${place(x(first.from))} ${place(base)}${steps.join('')}V${place(base)}Z`;
}
