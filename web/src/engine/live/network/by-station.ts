/** Returns the number of requests of each class at each station, from a list by station and then by class. */
export function byStation(present: Uint32Array, stations: number): number[][] {
  const classes = present.length / stations;
  return Array.from({ length: stations }, (_, at) => Array.from(present.subarray(at * classes, (at + 1) * classes)));
}
