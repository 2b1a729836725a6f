// The interactive part of the home page: the race.
import { hydrateIslands } from '../player/hydrate';
import type { Island } from '../player/islands';
import type { RaceAnswers } from './home-data';

const files = import.meta.glob<RaceAnswers>('../engine/labs/home/race.json', { import: 'default', eager: true });

/** The engine's results at several sizes, computed during the build; undefined in editions without a home page. */
export const raceAnswers = Object.values(files)[0];

export const homeIslands: Record<string, Island> = {
  'page:race': {
    load: () => import('./HomeRace.svelte'),
    props: () => ({ answers: raceAnswers }),
    isPageWide: true,
  },
};

export function start(): void {
  hydrateIslands(homeIslands);
}
