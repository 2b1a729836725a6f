// The link from a lab to the network page, with the lab's network in the reader's scenario.
import { MAX_TEXT_CHARS, encode } from '../state/code';
import { withState } from '../state/address';
import { networkPath } from './pages';
import { site } from './published';
import type { Lab, Scenario } from './types';

/** Returns the content of the link; undefined if the lab has no queueing network in this scenario. */
export function networkIn({ title, model, declaration, parameters }: Lab, settings: Scenario): object | undefined {
  if (model === 'network' && declaration?.stations?.length) {
    const values = Object.entries(parameters).map(([name, { value, unit }]) => [name, { value, unit }]);
    return { title, network: { model, declaration, parameters: Object.fromEntries(values) }, settings };
  }
  // With reserved pages, the model computes times that the drawing takes from the settings.
  if (model === 'file-pool' && Number(settings['reserved_pages'] ?? 0) === 0) return { title, filePool: settings };
  return undefined;
}

/**
 * Returns the address of a lab's network on the network page; undefined if there is no network or no site, or if the
 * address would be too long.
 */
export function networkLink(lab: Lab, settings: Scenario): string | undefined {
  const content = site === undefined ? undefined : networkIn(lab, settings);
  if (content === undefined) return undefined;
  const state = encode(content);
  return state.length > MAX_TEXT_CHARS ? undefined : withState(new URL(networkPath, site).href, state);
}
