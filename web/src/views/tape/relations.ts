// The published gains over FICON, from the lab's tables.
import { codecs, type Codec } from '../../engine/live/codecs/protocol';
import { publishedAt } from '../../lab/cells';
import type { Lab } from '../../lab/types';
import type { Gains } from './codecs.svelte';

/** The model's outputs for the gains. */
const outputs = { mean: 'gain_mean', min: 'gain_least', max: 'gain_most' } as const;

/** Published gains, as shares of FICON's ratio. */
export type Published = Partial<Record<Codec, Partial<Gains>>>;

/** Returns the published gains by codec, as far as the lab's tables contain them. The model's gains are percentages. */
export function publishedOf(lab: Lab): Published {
  const published: Published = {};
  for (const codec of codecs) {
    const gains: Partial<Gains> = {};
    for (const [name, output] of Object.entries(outputs) as [keyof typeof outputs, string][]) {
      const value = publishedAt(lab, output, { codec });
      if (value !== undefined) gains[name] = value / 100;
    }
    const positive = publishedAt(lab, 'gain_count', { codec });
    if (positive !== undefined) gains.positive = positive;
    if (Object.keys(gains).length > 0) published[codec] = gains;
  }
  return published;
}
