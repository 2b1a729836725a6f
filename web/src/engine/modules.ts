/// <reference types="vite/client" />
// The engine's WebAssembly modules: the first module of each model, which contains the model.
import { notArrived } from './failure';
import type * as First from './pkg/tape/pathlength_web';

/** The interface of every model's first module. */
export type FirstModule = Pick<typeof First, 'OpenLab'>;

/** The bindings through which a module is loaded. */
export interface Bindings {
  default: (from: { module_or_path: URL }) => Promise<unknown>;
}

const scripts = import.meta.glob<Bindings>([
  './pkg/*/pathlength_web.js',
  '!./pkg/*-rest/*',
  '!./pkg/grade/*',
  '!./pkg/fit/*',
  '!./pkg/report/*',
]);
const addresses = import.meta.glob<string>(
  ['./pkg/*/pathlength_web_bg.wasm', '!./pkg/*-rest/*', '!./pkg/grade/*', '!./pkg/fit/*', '!./pkg/report/*'],
  { query: '?url', import: 'default', eager: true },
);

/** Time that a module has to arrive, in milliseconds: the largest one, 0.9 MB, takes 45 s at 20 kB/s. */
const MAX_WAIT_MS = 60_000;

async function load<M>(script: () => Promise<Bindings>, address: string | undefined): Promise<M> {
  const module = await script();
  await module.default({ module_or_path: new URL(address ?? '', import.meta.url) });
  return module as M;
}

/**
 * Fetches and starts a module; starting it again costs nothing. Fails if the module is late: some networks accept a
 * request and never answer.
 */
export const start = <M>(script: () => Promise<Bindings>, address: string | undefined): Promise<M> =>
  Promise.race([
    load<M>(script, address),
    new Promise<never>((_, reject) => setTimeout(reject, MAX_WAIT_MS, new Error(notArrived))),
  ]);

/** Returns whether a model exists. */
export const isModel = (name: string): boolean => `./pkg/${name}/pathlength_web.js` in scripts;

/** Fetches and starts the module with a model. */
export async function startFirst<M = FirstModule>(model: string): Promise<M> {
  const script = scripts[`./pkg/${model}/pathlength_web.js`];
  if (!script) throw new Error(`unknown model "${model}"`);
  return start<M>(script, addresses[`./pkg/${model}/pathlength_web_bg.wasm`]);
}
