// The element: a few kilobytes that keep the page's own content in sight until a reader comes near, then fetch the rest.
import { attributes, most, shown, type Attribute, type Wishes } from './attributes';
import type { Live, Told } from './live';

/** How near a reader comes before anything is fetched. */
const near = { auto: '800px', lazy: '0px' };

const plainSheet = ':host{display:block}:host([hidden]){display:none}:host>p{font:.875rem/1.5 system-ui,sans-serif}';

/** What another script may be told: `pathlength-load` and so on, with plain data. */
export type Events = Told & {
  load: { lab: string; view: string; version: string };
  error: { code: string; message: string; phase: string };
};

/**
 * The class of the element. It is made when it is defined, so that this module can also be imported where there are no
 * elements.
 *
 * @param live The address of the script that is fetched when a reader comes near.
 * @param style The address of its style sheet.
 */
export function elementClass(live: string, style: string): CustomElementConstructor {
  class PathlengthLab extends HTMLElement {
    static readonly observedAttributes = attributes;

    readonly #root = this.attachShadow({ mode: 'open' });
    readonly #slot = document.createElement('slot');
    /** What is said below the page's own content while nothing is live. */
    readonly #said = document.createElement('p');
    #live: Live | undefined;
    /** Counts what was begun, so that nothing overtaken is shown. */
    #turn = 0;
    #watcher: IntersectionObserver | undefined;
    #stage: 'away' | 'waiting' | 'begun' | 'failed' = 'away';
    #loading: Promise<unknown> | undefined;
    #ready!: Promise<HTMLElement>;
    /** Gone once the promise is kept or broken. */
    #settle: { resolve: (element: HTMLElement) => void; reject: (reason: unknown) => void } | undefined;

    constructor() {
      super();
      this.#said.part.add('status');
      this.#said.setAttribute('role', 'status');
      // The page around may be in another language and direction.
      this.#said.lang = 'en';
      this.#said.dir = 'ltr';
      this.#root.append(this.#slot, this.#said);
      this.#renew();
    }

    /** The version of these scripts. */
    get version(): string {
      return __VERSION__;
    }

    /** The version of the models. */
    get engineVersion(): string {
      return __ENGINE_VERSION__;
    }

    /** Kept when the live part is there; broken when it cannot be. */
    get ready(): Promise<HTMLElement> {
      return this.#ready;
    }

    /** The reader's whole state, as the attribute `state` and links have it; empty as long as nothing was done. */
    getState(): string {
      return this.#live?.getState() ?? this.getAttribute('state') ?? '';
    }

    /** Goes to a state. What of it does not fit the lab is left out and told to the reader. */
    setState(state: unknown): void {
      if (this.#live) this.#live.setState(text(state, most.state));
      else this.setAttribute('state', text(state, most.state));
    }

    /** The numbers of the table or chart, as `csv` or `json`. */
    async getData(format: unknown = 'json'): Promise<string> {
      await this.run();
      return (await this.#living()).getData(format === 'csv' ? 'csv' : 'json');
    }

    /** Forgets what the reader did. */
    reset(): void {
      this.#live?.reset();
    }

    /** Shows the live part at once, and computes what it shows. */
    async run(): Promise<void> {
      if (!this.isConnected) throw new Error('put the element into the page first');
      if (this.#stage !== 'begun') this.#start();
      await (await this.#living()).run();
    }

    async #living(): Promise<Live> {
      await this.#ready;
      if (!this.#live) throw new Error('this widget was taken away');
      return this.#live;
    }

    connectedCallback(): void {
      for (const name of attributes) this.#takeOver(name);
      if (this.#stage !== 'away') return;
      this.#stage = 'waiting';
      try {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(plainSheet);
        this.#root.adoptedStyleSheets = [sheet];
      } catch {
        // The page's own content needs no style of ours.
      }
      this.#wait();
    }

    disconnectedCallback(): void {
      // An element that is only moved comes back in the same task.
      queueMicrotask(() => {
        if (!this.isConnected) this.#stop();
      });
    }

    attributeChangedCallback(name: Attribute, old: string | null, value: string | null): void {
      if (old === value || this.#stage === 'away') return;
      if ((shown as readonly string[]).includes(name)) {
        if (this.#stage === 'waiting') return;
        // Several attributes that change together are one change.
        const turn = ++this.#turn;
        queueMicrotask(() => {
          if (turn === this.#turn && this.isConnected) this.#start();
        });
      } else if (name === 'loading' || name === 'reveal') {
        if (this.#stage === 'waiting') this.#wait();
      } else if (name === 'state') this.#live?.setState(text(value, most.state));
      else this.#live?.dress(this.#wishes());
    }

    /** A property that was set before the element was defined would hide the one that is defined here. */
    #takeOver(name: Attribute): void {
      if (!Object.hasOwn(this, name)) return;
      const value: unknown = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }

    #wishes(): Wishes {
      const wish = (name: Attribute): [Attribute, string][] => {
        const value = this.getAttribute(name);
        return value === null ? [] : [[name, text(value, name === 'state' ? most.state : most.text)]];
      };
      return Object.fromEntries(attributes.flatMap(wish));
    }

    /** A promise that is still open is the next one's, too: somebody may be waiting for it. */
    #renew(): void {
      if (this.#settle) return;
      this.#ready = new Promise((resolve, reject) => {
        this.#settle = { resolve, reject };
      });
      // Nobody has to listen.
      this.#ready.catch(() => undefined);
    }

    /** Waits for a reader to come near, or to ask for it. */
    #wait(): void {
      this.#watcher?.disconnect();
      this.#said.replaceChildren();
      const { loading, reveal } = this.#wishes();
      if (reveal === 'manual') {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = 'Show the live version';
        button.addEventListener('click', () => this.#start());
        this.#said.append(button);
      } else if (loading === 'eager' || typeof IntersectionObserver !== 'function') this.#start();
      else {
        const rootMargin = loading === 'lazy' ? near.lazy : near.auto;
        this.#watcher = new IntersectionObserver(
          (entries) => {
            if (entries.some(({ isIntersecting }) => isIntersecting)) this.#start();
          },
          { rootMargin },
        );
        this.#watcher.observe(this);
      }
    }

    #start(): void {
      this.#watcher?.disconnect();
      this.#said.replaceChildren();
      this.#renew();
      this.#stage = 'begun';
      this.#loading = this.#load(++this.#turn);
    }

    async #load(turn: number): Promise<void> {
      // One after the other: what comes last stays.
      await this.#loading;
      const current = (): boolean => turn === this.#turn && this.isConnected;
      if (!current()) return;
      const before = this.#live?.getState();
      try {
        const { show } = (await import(/* @vite-ignore */ live)) as typeof import('./live');
        if (!current()) return;
        const next = await show({
          root: this.#root,
          style,
          wishes: () => this.#wishes(),
          before,
          tell: (name, detail) => this.#tell(name, detail as Events[typeof name]),
          fail: (code, message) => this.#tell('error', { code, message, phase: 'engine' }),
          clear: () => this.#clear(),
          current,
        });
        if (!next) return;
        this.#live = next;
        this.#slot.remove();
        this.#said.remove();
        this.#settle?.resolve(this);
        this.#settle = undefined;
        this.#tell('load', { lab: next.lab, view: next.view, version: __VERSION__ });
      } catch (error) {
        if (current()) this.#fail(error);
      }
    }

    #fail(error: unknown): void {
      const { code = 'load-failed', phase = 'load' } = error as { code?: string; phase?: string };
      const message = error instanceof Error ? error.message : String(error);
      this.#clear();
      this.#said.textContent = `The live version cannot be shown: ${message}`;
      this.#settle?.reject(error);
      this.#settle = undefined;
      this.#stage = 'failed';
      this.#tell('error', { code, message, phase });
    }

    /** Brings the page's own content back. */
    #clear(): void {
      this.#live?.remove();
      this.#live = undefined;
      this.#root.replaceChildren(this.#slot, this.#said);
    }

    #stop(): void {
      this.#turn++;
      this.#watcher?.disconnect();
      this.#clear();
      this.#renew();
      this.#stage = 'away';
    }

    #tell<K extends keyof Events>(name: K, detail: Events[K]): void {
      const loud = name === 'error';
      this.dispatchEvent(new CustomEvent(`pathlength-${name}`, { detail, bubbles: loud, composed: loud }));
    }
  }

  // Each attribute is a property too.
  for (const name of attributes)
    Object.defineProperty(PathlengthLab.prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: HTMLElement): string | null {
        return this.getAttribute(name);
      },
      set(this: HTMLElement, value: unknown) {
        if (value === null || value === undefined) this.removeAttribute(name);
        else this.setAttribute(name, text(value, most.state));
      },
    });
  return PathlengthLab;
}

/** Anything as text of bounded length; what cannot even be written is nothing. */
function text(value: unknown, longest: number): string {
  try {
    return String(value ?? '').slice(0, longest);
  } catch {
    return '';
  }
}
