import type { Component } from 'svelte';
import type { Lab } from './lab/types';

/**
 * The parts of a page that answer. The text around them is written once, by the build, and needs no script;
 * a page marks each place with `data-island` and the build draws the part there, for the browser to take over.
 */
export interface Islands {
  // Which properties a part takes is between it and `part`, which has checked them.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  parts: Record<string, { component: Component<any>; props: object }>;
  /** What happens once all parts are awake. */
  start: () => void;
}

/** The parts of each lab's page. */
export const islands: Record<string, () => Promise<{ default: (lab: Lab) => Islands }>> = {
  'zfs-directories': () => import('./site/zfs-directories'),
};

export const part = <P extends object>(component: Component<P>, props: P): Islands['parts'][string] => ({
  component,
  props,
});
