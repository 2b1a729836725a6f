import { settingsIn } from '../lab/commands';
import { benchQuery, settingsOf } from './bench';
import type { Session } from '../session/session.svelte';

/** Whether a bench shows the scenes of the text, which then set what is under the reader's settings. */
const hasBench = (): boolean => 'bench' in document.documentElement.dataset && matchMedia(benchQuery).matches;

/**
 * Follows the links of a text that change what is shown: those that set something, those that open a cell and, where no
 * bench shows them, scenes. They can be undone or closed like what the reader does by hand.
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
