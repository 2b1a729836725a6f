// The race at the beginning of a published lab: the build draws a picture of it, with which the page begins.
import { blocksOf } from '../lab/blocks';
import { viewOf } from '../lab/view-names';
import type { OpenLabPage } from '../player/islands';
import type { RaceResults } from '../views/zfs/race';

const files = import.meta.glob<RaceResults>('../engine/labs/home/opening.json', { import: 'default', eager: true });

/** The engine's results, computed during the build. */
const [results] = Object.values(files);

/**
 * Lets a page begin with the results of the build. Only pages of published labs may begin this way: an edited lab has
 * different results.
 */
export function drawOpening({ session, islands }: OpenLabPage): void {
  if (results?.lab !== session.lab.id) return;
  for (const block of blocksOf(session.lab)) {
    if (block.kind !== 'model' || viewOf(block.view).name !== 'race') continue;
    const island = islands[block.id];
    if (!island) continue;
    const props = async (): Promise<object> => {
      const { default: View } = await import('../views/zfs/RaceView.svelte');
      return { session, block, drawn: { View, results } };
    };
    islands[block.id] = { ...island, props };
  }
}
