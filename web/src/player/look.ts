// How a reader looks at a chart, as a link has it.
import type { Chart, Setting } from '../lab/types';

/** How a reader looks at a chart: which output it shows, and which of its bars is taken apart. */
export interface Look {
  shown: string;
  chosen: string | undefined;
}

/** What a link says of it, as far as the chart has it. */
export function readLook({ y, also = [] }: Chart, titles: readonly string[], look: Setting | undefined): Look {
  const [, output = '', title] = /^([^/]*)(?:\/(.*))?$/s.exec(typeof look === 'string' ? look : '') ?? [];
  return {
    shown: also.includes(output) ? output : y,
    chosen: title !== undefined && titles.includes(title) ? title : undefined,
  };
}

/** The same as a link has it; nothing for a chart as it is by itself. */
export function writeLook({ y }: Chart, { shown, chosen }: Look): string | undefined {
  if (chosen !== undefined) return `${shown}/${chosen}`;
  return shown === y ? undefined : shown;
}
