// What a framed widget and the page around it tell each other: SPLICE for scores and states, `lti.frameResize` for the
// height, and `pathlength.*` for what the element can do. A message is somebody else's text until it was looked at.

/** The longest message that is read. */
const longest = 50_000;

/** The element, as far as a framing page may reach it. */
interface Element extends HTMLElement {
  ready: Promise<unknown>;
  getState(): string;
  setState(state: unknown): void;
  getData(format: unknown): Promise<string>;
  reset(): void;
  run(): Promise<void>;
}

interface Message {
  subject: string;
  message_id?: string;
  state?: unknown;
  format?: unknown;
}

/** A message, or its text, if it is one of ours. */
export function messageIn(data: unknown): Message | undefined {
  let said = data;
  if (typeof data === 'string') {
    if (data.length > longest) return undefined;
    try {
      said = JSON.parse(data) as unknown;
    } catch {
      return undefined;
    }
  }
  if (said === null || typeof said !== 'object') return undefined;
  const { subject, message_id: id, state, format } = said as Record<string, unknown>;
  if (typeof subject !== 'string' || !/^(?:SPLICE|pathlength)\.[\w.]{1,60}$/.test(subject)) return undefined;
  return { subject, state, format, ...(typeof id === 'string' && { message_id: id.slice(0, 100) }) };
}

/** A state as a host kept it: the text, or what we reported with it. */
const stateIn = (state: unknown): string | undefined =>
  typeof state === 'string'
    ? state
    : state !== null && typeof state === 'object' && typeof (state as { text?: unknown }).text === 'string'
      ? (state as { text: string }).text
      : undefined;

export class Bridge {
  readonly #element: Element;
  readonly #target: string;
  #number = 0;
  #height = 0;
  /** The question for a state that was kept, as long as it is open. */
  #asked = '';

  /** `target` is the origin that may hear; `*` for any. */
  constructor(element: Element, target: string) {
    this.#element = element;
    this.#target = target;
  }

  listen(): void {
    const element = this.#element;
    addEventListener('message', (event) => {
      if (event.source !== parent) return;
      const message = messageIn(event.data);
      if (message) void this.#hear(message);
    });
    new ResizeObserver(() => this.#resize()).observe(document.body);
    this.#asked = this.#send('SPLICE.getState');
    element.addEventListener('pathlength-score', ({ detail }: CustomEventInit<{ score: number }>) => {
      const state = { kind: 'submit', text: element.getState() };
      this.#send('SPLICE.reportScoreAndState', { score: detail?.score ?? 0, state });
    });
    for (const name of ['load', 'error', 'answer', 'statechange'])
      element.addEventListener(`pathlength-${name}`, ({ detail }: CustomEventInit<unknown>) => {
        this.#send('SPLICE.sendEvent', { name: `pathlength-${name}`, data: detail });
      });
  }

  #send(subject: string, fields: object = {}, id = `pathlength-${++this.#number}`): string {
    try {
      parent.postMessage({ subject, message_id: id, ...fields }, this.#target);
    } catch {
      // `origin` in the address is no origin: then nobody hears.
    }
    return id;
  }

  #resize(): void {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    if (height === this.#height) return;
    this.#height = height;
    this.#send('lti.frameResize', { height, width: Math.ceil(document.body.getBoundingClientRect().width) });
  }

  async #hear({ subject, message_id: id, state, format }: Message): Promise<void> {
    if (subject === 'SPLICE.getState.response') {
      const kept = stateIn(state);
      if (id === this.#asked && kept) this.#element.setState(kept);
      this.#asked = '';
      return;
    }
    const answer = (fields: object): string => this.#send(`${subject}.response`, fields, id);
    try {
      switch (subject) {
        case 'pathlength.getState':
          answer({ state: { kind: 'explore', text: this.#element.getState() } });
          break;
        case 'pathlength.setState':
          this.#element.setState(stateIn(state) ?? '');
          answer({});
          break;
        case 'pathlength.getData':
          answer({ data: await this.#element.getData(format) });
          break;
        case 'pathlength.reset':
          this.#element.reset();
          answer({});
          break;
        case 'pathlength.run':
          await this.#element.run();
          answer({});
          break;
        default:
          if (subject.startsWith('pathlength.') && !subject.endsWith('.response'))
            answer({ error: { code: 'unknown', message: `There is no ${subject}.` } });
      }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      answer({ error: { code: 'failed', message } });
    }
  }
}
