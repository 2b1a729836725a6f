// Fits of a lab's parameters: the engine's module for the model desk, which contains every model.
import { start, type Bindings } from './modules';
import type * as Fit from './pkg/fit/pathlength_web';
import address from './pkg/fit/pathlength_web_bg.wasm?url';

export { panic } from './panic';

/** A lab whose parameters can be fitted. */
export type Desk = InstanceType<(typeof Fit)['Desk']>;

/** Fetches and starts the module, and opens a compiled lab from its file. */
export async function openDesk(file: Uint8Array): Promise<Desk> {
  const script = (): Promise<Bindings> =>
    import('./pkg/fit/pathlength_web.js') as Promise<unknown> as Promise<Bindings>;
  const { Desk } = await start<typeof Fit>(script, address);
  return new Desk(file);
}
