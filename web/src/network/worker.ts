import { errorText } from '../engine/error-text';
import { isFatal } from '../engine/failure';
import { openNetworks, panic } from '../engine/networks';
import { openReports } from '../engine/report';
import { serve, type ChunkedTask } from '../engine/serve';
import type { Lab, Scenario } from '../lab/types';
import { exactly, numbersFrom, numbersOutputs } from './from-lab';
import type { DeclaredNetwork, Explanation, NetworkWorker } from './protocol';

type Modules = Awaited<ReturnType<typeof openNetworks>>;

const labOf = ({ model, declaration, parameters }: DeclaredNetwork): Lab =>
  ({ model, declaration, parameters, tables: [] }) as unknown as Lab;

function* solve(
  { OpenLab }: Modules,
  network: DeclaredNetwork,
  scenarios: Scenario[],
  outputs: string[],
): ChunkedTask<{ values: Float64Array; reason: string }> {
  const opened = new OpenLab(labOf(network) as never);
  const values = new Float64Array(scenarios.length * outputs.length).fill(NaN);
  let reason = '';
  try {
    for (const [at, scenario] of scenarios.entries()) {
      try {
        while (!opened.prepare(scenario)) yield at / scenarios.length;
        values.set(opened.evaluate(scenario, outputs), at * outputs.length);
      } catch (error) {
        if (isFatal(error)) throw error;
        reason ||= errorText(error);
      }
      yield (at + 1) / scenarios.length;
    }
  } finally {
    opened.free();
  }
  return { values, reason };
}

serve<NetworkWorker>(
  Promise.resolve({
    solve: async (...args) => solve(await openNetworks(), ...args),
    async numbers(network, scenario) {
      const { NetworkView, OpenLab } = await openNetworks();
      const view = new NetworkView(labOf(network) as never, scenario);
      const { declaration = {} } = network;
      const [outputs, extended] = numbersOutputs(network);
      const opened = new OpenLab(labOf(extended) as never);
      try {
        const values = outputs.map((output) => opened.evaluate(exactly(network, scenario), [output])[0] ?? NaN);
        return numbersFrom(declaration, [...view.servers], [...view.thinking], values);
      } finally {
        opened.free();
        view.free();
      }
    },
    async explain(text, mapping) {
      const { explainReport } = await openReports();
      const json = explainReport(new TextEncoder().encode(text), false, mapping && JSON.stringify(mapping));
      return JSON.parse(json) as Explanation;
    },
  }),
  panic,
);
