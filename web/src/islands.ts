import type { Component } from 'svelte';
import type { Lab } from './lab/types';

// Which properties a component takes is between it and `part`, which has checked them.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Any = Component<any>;

/** One part of a page that answers: its component, at hand or to be fetched when the reader comes near. */
export interface Part {
  component: Any | (() => Promise<{ default: Any }>);
  props: object;
  late: boolean;
}

/**
 * The parts of a page that answer. The text around them is written once, by the build, and needs no script;
 * a page marks each place with `data-island` and the build draws the part there, for the browser to take over.
 */
export interface Islands {
  parts: Record<string, Part>;
  /** What happens once the parts at hand are awake; when it is over, the others need wait no longer. */
  start: () => Promise<void>;
}

/** The parts of each lab's page. */
export const islands: Record<string, () => Promise<{ default: (lab: Lab) => Islands }>> = {
  'zfs-directories': () => import('./site/zfs-directories'),
};

export const part = <P extends object>(component: Component<P>, props: P): Part => ({ component, props, late: false });

export const latePart = <P extends object>(load: () => Promise<{ default: Component<P> }>, props: P): Part => ({
  component: load,
  props,
  late: true,
});

export const componentOf = async ({ component, late }: Part): Promise<Any> =>
  late ? (await (component as () => Promise<{ default: Any }>)()).default : (component as Any);
