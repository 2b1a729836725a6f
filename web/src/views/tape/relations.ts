// What was published of the gains over FICON, as the lab's tables have it.
import { codecs, type Codec } from '../../engine/live/codecs/protocol';
import { publishedAt } from '../../lab/cells';
import type { Lab } from '../../lab/types';
import type { Gains } from './codecs.svelte';

/** Published gains, as shares of FICON's ratio. */
export type Published = Partial<Record<Codec, Partial<Gains>>>;

/** Every published gain by codec; what is not in the lab's tables is missing. The model's gains are percentages. */
export function publishedOf(lab: Lab): Published {
  const published: Published = {};
  for (const codec of codecs) {
    const gains: Partial<Gains> = {};
    for (const name of ['mean', 'least', 'most'] as const) {
      const value = publishedAt(lab, `gain_${name}`, { codec });
      if (value !== undefined) gains[name] = value / 100;
    }
    const positive = publishedAt(lab, 'gain_count', { codec });
    if (positive !== undefined) gains.positive = positive;
    if (Object.keys(gains).length > 0) published[codec] = gains;
  }
  return published;
}
