// The engine's other WebAssembly modules: functions that readers need after the first chart.
import { start, startFirst, type Bindings } from './modules';
import type * as Formula from './pkg/formula/pathlength_web';
import type * as Rest from './pkg/tape-rest/pathlength_web';

/** The interface of every model's second module, for questions and checks; views and advice differ by model. */
export type RestModule = Pick<
  typeof Rest,
  'Lesson' | 'checkLab' | 'describeModel' | 'draw' | 'measure' | 'valueInterval'
> &
  // Only the module of declared models has this function.
  Partial<Pick<typeof Formula, 'declareModel'>>;

const scripts = import.meta.glob<Bindings>('./pkg/*-rest/pathlength_web.js');
const addresses = import.meta.glob<string>('./pkg/*-rest/pathlength_web_bg.wasm', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** Fetches and starts a model's second module, or its first module if that contains everything. */
export async function startRest<M = RestModule>(model: string): Promise<M> {
  const script = scripts[`./pkg/${model}-rest/pathlength_web.js`];
  return script ? start<M>(script, addresses[`./pkg/${model}-rest/pathlength_web_bg.wasm`]) : startFirst<M>(model);
}
