import type { Session } from '../../player/session.svelte';
import type { Scenario } from '../../lab/types';
import { policies } from './plug-words';
import { outputs, type Result } from './shares';

/** The load on one file system after the other, with the lab's settings. */
export class RunSession {
  results = $state.raw<readonly Result[]>([]);
  /** The file system that is running, and how far it is. */
  running = $state<{ policy: string; done: number }>();
  failure = $state('');
  /** The settings that the results are of. */
  settings = $state.raw<Scenario>();

  readonly #lab: Session;
  #abort: AbortController | undefined;

  constructor(lab: Session) {
    this.#lab = lab;
  }

  /** Whether the lab's settings have changed since. */
  readonly old = $derived.by(() => {
    const { settings } = this;
    return settings !== undefined && JSON.stringify(settings) !== JSON.stringify(this.#lab.settings);
  });

  async run(): Promise<void> {
    this.cancel();
    const abort = (this.#abort = new AbortController());
    const { signal } = abort;
    const settings = this.#lab.settings;
    Object.assign(this, { settings, results: [], failure: '' });
    try {
      for (const policy of Object.keys(policies)) {
        this.running = { policy, done: 0 };
        const progress = (done: number): void => {
          if (!signal.aborted) this.running = { policy, done };
        };
        const values = await this.#lab.engine.evaluate([{ ...settings, policy }], [...outputs], { signal, progress });
        if (signal.aborted) return;
        this.results = [...this.results, { policy, values }];
      }
    } catch (error) {
      if (!signal.aborted)
        this.failure = `The run of ${policies[this.running?.policy ?? ''] ?? 'a file system'} did not work: ${error instanceof Error ? error.message : String(error)}. Change the settings and run again.`;
    }
    if (this.#abort === abort) this.running = undefined;
  }

  cancel(): void {
    this.#abort?.abort();
    this.#abort = undefined;
    this.running = undefined;
  }
}
