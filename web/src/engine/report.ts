// The engine's module for reports of measurement tools, which reads the same reports as `pathlength explain`.
import { start, type Bindings } from './modules';
import type * as Report from './pkg/report/pathlength_web';
import address from './pkg/report/pathlength_web_bg.wasm?url';

/** Fetches and starts the module. */
export async function openReports(): Promise<Pick<typeof Report, 'explainReport'>> {
  const script = (): Promise<Bindings> =>
    import('./pkg/report/pathlength_web.js') as Promise<unknown> as Promise<Bindings>;
  return start<typeof Report>(script, address);
}
