import type { Hands } from './hands.ts';

/** What a scenario starts with: a reader in a fresh browser, and a server of the site. */
export interface Scene {
  readonly hands: Hands;
  /** The site's address. */
  readonly url: string;
}

/** Scenarios by the titles of their tests. */
export type Scenarios = Readonly<Record<string, (scene: Scene) => Promise<void>>>;
