import type { Hands } from './hands.ts';

/** The start of a scenario: a reader with a fresh browser, and a server of the site. */
export interface Scene {
  readonly hands: Hands;
  /** The site's address. */
  readonly url: string;
  /** The folder of the site whose pages record errors. */
  readonly site: string;
  /** Ends the server: the site no longer answers. */
  readonly close: () => Promise<void>;
}

/** Scenarios by the titles of their tests. */
export type Scenarios = Readonly<Record<string, (scene: Scene) => Promise<void>>>;
