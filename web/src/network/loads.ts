// The loads of a simulation.

const MAX_LOADS_SIMULATED = 7;

/** Returns the loads for a simulation: spread over the curve, and including the present load. */
export function loadsToSimulate(loads: readonly number[], present: number): number[] {
  const step = (loads.length - 1) / (MAX_LOADS_SIMULATED - 1);
  const spread = Array.from({ length: MAX_LOADS_SIMULATED }, (_, i) => loads[Math.round(i * step)] ?? present);
  return [...new Set([...spread, present])].sort((a, b) => a - b);
}
