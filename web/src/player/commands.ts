import { settingsIn } from '../lab/commands';
import { benchQuery, settingsOf } from './bench';
import type { Session } from '../session/session.svelte';

/**
 * Returns whether a bench shows the scenes of the text, whose settings then apply unless the reader has chosen others.
 */
const hasBench = (): boolean => 'bench' in document.documentElement.dataset && matchMedia(benchQuery).matches;

/**
 * Follows the links in a text that change the display: links that apply settings, links that open a cell and, without a
 * bench, scenes. Readers can undo the settings that these links apply, and close the cells that they open.
 */
export function followCommands(session: Session, within: Pick<GlobalEventHandlers, 'addEventListener'> = window): void {
  within.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLElement>('.command, .by-hand a') : null;
    if (!link) return;
    const { set, opens } = link.dataset;
    const scene = link.closest<HTMLElement>('.by-hand');
    if (set !== undefined) session.setAll(settingsIn(set));
    else if (opens !== undefined) session.setLook(link.getAttribute('href')?.slice(1) ?? '', opens);
    else if (scene && !hasBench()) {
      const { settings, ...shown } = settingsOf(scene);
      session.setAll(settings);
      session.enter({ ...shown, settings: {} });
    }
  });
}
