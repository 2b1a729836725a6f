/** Returns the runs of set flags, as [from, to). */
export function runsOf(flags: ArrayLike<number>): [from: number, to: number][] {
  const runs: [number, number][] = [];
  for (let at = 0; at < flags.length; at++) {
    if (!flags[at]) continue;
    const last = runs.at(-1);
    if (last?.[1] === at) last[1] = at + 1;
    else runs.push([at, at + 1]);
  }
  return runs;
}
