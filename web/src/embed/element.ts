// The element: a few kilobytes that show the page's own content until it nears the viewport, then fetch the rest.
import { attributes, contentAttributes, maxChars, type Attribute, type AttributeValues } from './attributes';
import type { WidgetController, WidgetEvents } from './live';
import { fetchPoster } from './poster';

/** Distance from the viewport at which the live part is fetched. */
const loadMargin = { auto: '800px', lazy: '0px' };

const plainSheet =
  ':host{display:block}:host([hidden]){display:none}:host>p{font:.875em/1.5 system-ui,sans-serif}img{display:block;max-width:100%}';

/** The details of the events that the element dispatches, `pathlength-load` and so on: plain data. */
type ElementEvents = WidgetEvents & {
  load: { lab: string; view: string; version: string };
  error: { code: string; message: string; phase: string };
};

export interface Addresses {
  /** The script that is fetched when the element nears the viewport. */
  live: string;
  /** Its style sheet. */
  style: string;
  /** The home page of the site with the labs' own pages; `about:blank` if there is no such site. */
  home: string;
}

/**
 * Creates the class of the element. The class is created by a function because this module is also imported where
 * custom elements do not exist.
 */
export function createElementClass({ live, style, home }: Addresses): CustomElementConstructor {
  class PathlengthLab extends HTMLElement {
    static readonly observedAttributes = attributes;

    readonly #root = this.attachShadow({ mode: 'open' });
    readonly #slot = document.createElement('slot');
    readonly #sheet = newSheet();
    /** The message below the page's own content before the live part appears. */
    readonly #status = document.createElement('p');
    #controller: WidgetController | undefined;
    /** Counts the loads, so that an earlier load that ends later shows nothing. */
    #turn = 0;
    #watcher: IntersectionObserver | undefined;
    #stage: 'detached' | 'waiting' | 'started' | 'failed' = 'detached';
    #loading: Promise<unknown> | undefined;
    #ready!: Promise<HTMLElement>;
    /** The functions that settle `ready`; undefined once it is settled. */
    #settle: { resolve: (element: HTMLElement) => void; reject: (reason: unknown) => void } | undefined;

    constructor() {
      super();
      this.#status.part.add('status');
      this.#status.setAttribute('role', 'status');
      // The host page may have another language and direction.
      this.#status.lang = 'en';
      this.#status.dir = 'ltr';
      this.#root.append(this.#slot, this.#status);
      this.#renewReady();
    }

    /** The version of these scripts. */
    get version(): string {
      return __VERSION__;
    }

    /** The version of the models. */
    get engineVersion(): string {
      return __ENGINE_VERSION__;
    }

    /** A promise that is fulfilled when the live part is shown, and rejected when it cannot be shown. */
    get ready(): Promise<HTMLElement> {
      return this.#ready;
    }

    /**
     * Returns the reader's whole state in the format of the attribute `state` and of links; empty while nothing differs
     * from the start.
     */
    getState(): string {
      return this.#controller?.getState() ?? this.getAttribute('state') ?? '';
    }

    /**
     * Restores a state. Settings and answers that do not fit the lab are left out. The reader is notified, and the
     * returned list contains one sentence per entry left out. Before the live part is shown, nothing is checked, so the
     * list is empty.
     */
    setState(state: unknown): string[] {
      const given = text(state, maxChars.state);
      if (this.#controller) return this.#controller.setState(given);
      this.setAttribute('state', given);
      return [];
    }

    /** Returns the numbers of the table or chart, as `csv` or `json`. */
    async getData(format: unknown = 'json'): Promise<string> {
      await this.run();
      return (await this.#whenReady()).getData(format === 'csv' ? 'csv' : 'json');
    }

    /** Clears the reader's work. */
    reset(): void {
      this.#controller?.reset();
    }

    /** Shows the live part at once and computes its numbers. */
    async run(): Promise<void> {
      if (!this.isConnected) throw new Error('the element is not in the page: add it first');
      if (this.#stage !== 'started') this.#start();
      await (await this.#whenReady()).run();
    }

    async #whenReady(): Promise<WidgetController> {
      await this.#ready;
      if (!this.#controller) throw new Error('this widget was removed from the page');
      return this.#controller;
    }

    connectedCallback(): void {
      for (const name of attributes) this.#adoptProperty(name);
      if (this.#stage !== 'detached') return;
      this.#stage = 'waiting';
      this.#sheet?.replaceSync(plainSheet);
      if (this.#sheet) this.#root.adoptedStyleSheets = [this.#sheet];
      this.#wait();
      void this.#showPoster();
    }

    disconnectedCallback(): void {
      // An element that is only moved is connected again in the same task.
      queueMicrotask(() => {
        if (!this.isConnected) this.#stop();
      });
    }

    attributeChangedCallback(name: Attribute, old: string | null, value: string | null): void {
      if (old === value || this.#stage === 'detached') return;
      if ((contentAttributes as readonly string[]).includes(name)) {
        if (this.#stage === 'waiting') return;
        // Several attributes that change together are one change.
        const turn = ++this.#turn;
        queueMicrotask(() => {
          if (turn === this.#turn && this.isConnected) this.#start();
        });
      } else if (name === 'loading' || name === 'reveal') {
        if (this.#stage === 'waiting') this.#wait();
      } else if (name === 'state') this.#controller?.setState(text(value, maxChars.state));
      else this.#controller?.present(this.#attributes());
    }

    /**
     * Sets a property again that was set before the element was defined: otherwise, it would hide the property that is
     * defined here.
     */
    #adoptProperty(name: Attribute): void {
      if (!Object.hasOwn(this, name)) return;
      const value: unknown = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }

    #attributes(): AttributeValues {
      const read = (name: Attribute): [Attribute, string][] => {
        const value = this.getAttribute(name);
        return value === null ? [] : [[name, text(value, name === 'state' ? maxChars.state : maxChars.text)]];
      };
      return Object.fromEntries(attributes.flatMap(read));
    }

    /** Makes a new promise unless the last one is still pending, since a script may be waiting for it. */
    #renewReady(): void {
      if (this.#settle) return;
      this.#ready = new Promise((resolve, reject) => {
        this.#settle = { resolve, reject };
      });
      // A page need not handle the rejection.
      this.#ready.catch(() => undefined);
    }

    /** Waits until the element nears the viewport, or until the reader asks for the live part. */
    #wait(): void {
      this.#watcher?.disconnect();
      this.#status.replaceChildren();
      const { loading, reveal } = this.#attributes();
      if (reveal === 'manual') {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = 'Run interactive version';
        button.addEventListener('click', () => this.#start());
        this.#status.append(button);
      } else if (loading === 'eager' || typeof IntersectionObserver !== 'function') this.#start();
      else {
        const rootMargin = loading === 'lazy' ? loadMargin.lazy : loadMargin.auto;
        this.#watcher = new IntersectionObserver(
          (entries) => {
            if (entries.some(({ isIntersecting }) => isIntersecting)) this.#start();
          },
          { rootMargin },
        );
        this.#watcher.observe(this);
      }
    }

    /**
     * Shows a picture instead of the page's own content, and reserves the space that the live part is likely to need.
     */
    async #showPoster(): Promise<void> {
      const poster = await fetchPoster(this, this.#attributes(), home);
      if (!poster || this.#controller || this.#stage === 'failed' || !this.#slot.isConnected) return;
      this.#sheet?.replaceSync(`${plainSheet}:host{min-height:${poster.height}px}`);
      this.#slot.replaceWith(poster.image);
    }

    #start(): void {
      this.#watcher?.disconnect();
      this.#status.replaceChildren();
      this.#renewReady();
      this.#stage = 'started';
      this.#loading = this.#load(++this.#turn);
    }

    async #load(turn: number): Promise<void> {
      // Loads run one after the other, so that the content of the last load stays.
      await this.#loading;
      const isCurrent = (): boolean => turn === this.#turn && this.isConnected;
      if (!isCurrent()) return;
      const before = this.#controller?.getState();
      try {
        const { showWidget } = (await import(/* @vite-ignore */ live)) as typeof import('./live');
        if (!isCurrent()) return;
        const next = await showWidget({
          root: this.#root,
          style,
          home,
          attributes: () => this.#attributes(),
          previousState: before,
          emit: (name, detail) => this.#emit(name, detail as ElementEvents[typeof name]),
          fail: (code, message) => this.#emit('error', { code, message, phase: 'engine' }),
          clear: () => this.#clear(),
          isCurrent,
        });
        if (!next) return;
        this.#controller = next;
        this.#slot.remove();
        this.#status.remove();
        this.#settle?.resolve(this);
        this.#settle = undefined;
        this.#emit('load', { lab: next.lab, view: next.view, version: __VERSION__ });
      } catch (error) {
        if (isCurrent()) this.#fail(error);
      }
    }

    #fail(error: unknown): void {
      const { code = 'load-failed', phase = 'load' } = error as { code?: string; phase?: string };
      const message = error instanceof Error ? error.message : String(error);
      this.#clear();
      this.#sheet?.replaceSync(plainSheet);
      this.#status.textContent = `The interactive version could not be loaded: ${message}`;
      this.#settle?.reject(error);
      this.#settle = undefined;
      this.#stage = 'failed';
      this.#emit('error', { code, message, phase });
    }

    /** Restores the page's own content. */
    #clear(): void {
      this.#controller?.remove();
      this.#controller = undefined;
      this.#root.replaceChildren(this.#slot, this.#status);
    }

    #stop(): void {
      this.#turn++;
      this.#watcher?.disconnect();
      this.#clear();
      this.#renewReady();
      this.#stage = 'detached';
    }

    #emit<K extends keyof ElementEvents>(name: K, detail: ElementEvents[K]): void {
      const bubbles = name === 'error';
      this.dispatchEvent(new CustomEvent(`pathlength-${name}`, { detail, bubbles, composed: bubbles }));
    }
  }

  // Each attribute is also a property.
  for (const name of attributes)
    Object.defineProperty(PathlengthLab.prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: HTMLElement): string | null {
        return this.getAttribute(name);
      },
      set(this: HTMLElement, value: unknown) {
        if (value === null || value === undefined) this.removeAttribute(name);
        else this.setAttribute(name, text(value, maxChars.state));
      },
    });
  return PathlengthLab;
}

/**
 * Creates a style sheet; undefined in browsers where scripts cannot create one, since the page's own content does not
 * need our styles.
 */
function newSheet(): CSSStyleSheet | undefined {
  try {
    return new CSSStyleSheet();
  } catch {
    return undefined;
  }
}

/** Converts anything to text of bounded length; a value that cannot be converted becomes an empty string. */
function text(value: unknown, maxLength: number): string {
  try {
    return String(value ?? '').slice(0, maxLength);
  } catch {
    return '';
  }
}
