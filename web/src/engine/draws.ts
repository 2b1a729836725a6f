// The model's values for draws of its fitted parameters, and the intervals that follow from them.
import { isFatal } from './failure';
import type { OpenLab } from './pkg/tape/pathlength_web';
import type { EngineApi } from './protocol';
import { startRest, type RestModule } from './rest';
import type { ChunkedTask } from './serve';

/** Runs a function that the model may refuse; returns whether it succeeded. */
function attempt(what: () => void): boolean {
  try {
    what();
    return true;
  } catch (error) {
    if (isFatal(error)) throw error;
    return false;
  }
}

export function* evaluateDraws(
  lab: OpenLab,
  ...[scenarios, outputs, { names, values }]: Parameters<EngineApi['evaluateDraws']>
): ChunkedTask<Float64Array> {
  const all = new Float64Array(values.length * scenarios.length * outputs.length).fill(NaN);
  for (const scenario of scenarios) while (!lab.prepare(scenario)) yield 0;
  let at = 0;
  for (const [done, draw] of values.entries()) {
    const isAccepted = attempt(() =>
      lab.setParameters(Object.fromEntries(names.map((name, i) => [name, draw[i] ?? NaN]))),
    );
    for (const scenario of scenarios) {
      const place = at;
      if (isAccepted) attempt(() => all.set(lab.evaluate(scenario, outputs), place));
      at += outputs.length;
    }
    // Other calls, which may run between two draws, use the lab's own values.
    lab.setParameters({});
    yield (done + 1) / values.length;
  }
  return all;
}

export async function intervals(
  model: string,
  ...[values, drawn, scatters]: Parameters<EngineApi['intervals']>
): Promise<Float64Array> {
  const ends = new Float64Array(2 * values.length).fill(NaN);
  const { valueInterval } = await startRest<Partial<Pick<RestModule, 'valueInterval'>>>(model);
  if (!valueInterval) return ends;
  values.forEach((value, at) => {
    const draws = Float64Array.from({ length: drawn.length / values.length }, (_, draw) => {
      return drawn[draw * values.length + at] ?? NaN;
    });
    const { deviation = 0, freedom = 1 } = scatters[at % scatters.length] ?? {};
    ends.set(valueInterval(value, draws, deviation, freedom) ?? [], 2 * at);
  });
  return ends;
}
