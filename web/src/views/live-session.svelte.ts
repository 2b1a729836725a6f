import { untrack } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import { MediaQuery } from 'svelte/reactivity';

/** A slider changes the settings in many small steps. */
const RESTART_DELAY_MS = 150;

/** A simulation that a view plays. */
export interface LiveSession {
  /** The last snapshot; undefined before the first one. */
  readonly moment: unknown;
  pause(): void;
  close(): void;
}

/** Pauses a simulation while its view is off-screen, and closes it with the view. */
export const whileInSight =
  (session: LiveSession): Attachment =>
  (element) => {
    const onVisibilityChange = (): void => {
      if (document.hidden) session.pause();
    };
    document.addEventListener('visibilitychange', onVisibilityChange);
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => !isIntersecting)) session.pause();
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', onVisibilityChange);
      session.close();
    };
  };

/**
 * Starts a simulation and starts it over when `settings` change. `begin` starts it; `isFirst` is true until there is a
 * snapshot. The simulation pauses when the reader prefers reduced motion; the returned query contains this preference.
 */
export function restarting(
  session: LiveSession,
  settings: () => unknown,
  begin: (isFirst: boolean) => Promise<void>,
): MediaQuery {
  const still = new MediaQuery('(prefers-reduced-motion: reduce)');
  const key = $derived(JSON.stringify(settings()));
  $effect(() => {
    if (!key) return undefined;
    const isFirst = untrack(() => session.moment) === undefined;
    const timer = setTimeout(() => void begin(isFirst), isFirst ? 0 : RESTART_DELAY_MS);
    return () => clearTimeout(timer);
  });
  $effect(() => {
    if (still.current) untrack(() => session.pause());
  });
  return still;
}
