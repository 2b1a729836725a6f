// The throughput of a run from one moment to the next.

/** A stretch of time, in simulated seconds, and the throughput in it, in MB/s. */
export interface Stretch {
  from: number;
  to: number;
  rate: number;
}

/** The stretches of a course: in turns seconds, and the MB that were moved until then. */
export function stretches(course: Float64Array): Stretch[] {
  const found: Stretch[] = [];
  let [from, before] = [0, 0];
  for (let at = 0; at + 1 < course.length; at += 2) {
    const [to, moved] = [course[at] ?? 0, course[at + 1] ?? 0];
    // The last moment may be the same as the one before it.
    if (to > from) found.push({ from, to, rate: Math.max(0, (moved - before) / (to - from)) });
    [from, before] = [to, moved];
  }
  return found;
}

/** The outline of stretches on a base line; `x` and `height` are in pixels. */
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
