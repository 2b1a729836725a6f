// Messages between a framed widget and its host page: SPLICE for scores and states, `lti.frameResize` for the height,
// and `pathlength.*` for the methods of the element. A message is untrusted until it has been checked.

/** The maximum length of a message, in characters. */
const maxMessageChars = 50_000;

/** The themes that a host page may set. */
const themes: readonly unknown[] = ['light', 'dark', 'auto'];

/** The methods of the element that a host page may call. */
interface WidgetElement extends HTMLElement {
  ready: Promise<unknown>;
  getState(): string;
  setState(state: unknown): string[];
  getData(format: unknown): Promise<string>;
  reset(): void;
  run(): Promise<void>;
}

interface Message {
  subject: string;
  message_id?: string;
  state?: unknown;
  format?: unknown;
  theme?: unknown;
}

/** Parses a message or its JSON text; undefined if it is not one of ours. */
function parseMessage(data: unknown): Message | undefined {
  let value = data;
  if (typeof data === 'string') {
    if (data.length > maxMessageChars) return undefined;
    try {
      value = JSON.parse(data) as unknown;
    } catch {
      return undefined;
    }
  }
  if (value === null || typeof value !== 'object') return undefined;
  const { subject, message_id: id, state, format, theme } = value as Record<string, unknown>;
  if (typeof subject !== 'string' || !/^(?:SPLICE|pathlength)\.[\w.]{1,60}$/.test(subject)) return undefined;
  return { subject, state, format, theme, ...(typeof id === 'string' && { message_id: id.slice(0, 100) }) };
}

/**
 * Returns the text of a state that a host saved either as text or as the reported object that contains the text.
 * Returns undefined for any other value.
 */
const stateText = (state: unknown): string | undefined =>
  typeof state === 'string'
    ? state
    : state !== null && typeof state === 'object' && typeof (state as { text?: unknown }).text === 'string'
      ? (state as { text: string }).text
      : undefined;

export class Bridge {
  readonly #element: WidgetElement;
  readonly #target: string;
  #messages = 0;
  #height = 0;
  /** The id of the pending request for a saved state. */
  #stateRequest = '';

  /** `target` is the origin of the host page, which alone receives messages and may send them; `*` for any origin. */
  constructor(element: WidgetElement, target: string) {
    this.#element = element;
    this.#target = target;
  }

  listen(): void {
    const element = this.#element;
    addEventListener('message', (event) => {
      if (event.source !== parent || (this.#target !== '*' && event.origin !== this.#target)) return;
      const message = parseMessage(event.data);
      if (message) void this.#handle(message);
    });
    new ResizeObserver(() => this.#resize()).observe(document.body);
    this.#stateRequest = this.#send('SPLICE.getState');
    element.addEventListener('pathlength-score', ({ detail }: CustomEventInit<{ score: number }>) => {
      const state = { kind: 'submit', text: element.getState() };
      this.#send('SPLICE.reportScoreAndState', { score: detail?.score ?? 0, state });
    });
    for (const name of ['load', 'error', 'answer', 'statechange'])
      element.addEventListener(`pathlength-${name}`, ({ detail }: CustomEventInit<unknown>) => {
        this.#send('SPLICE.sendEvent', { name: `pathlength-${name}`, data: detail });
      });
  }

  #send(subject: string, fields: object = {}, id = `pathlength-${++this.#messages}`): string {
    try {
      parent.postMessage({ subject, message_id: id, ...fields }, this.#target);
    } catch {
      // The parameter `origin` of the address is not an origin, so no page receives messages.
    }
    return id;
  }

  #resize(): void {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    if (height === this.#height) return;
    this.#height = height;
    this.#send('lti.frameResize', { height, width: Math.ceil(document.body.getBoundingClientRect().width) });
  }

  /** Restores a state once there is a lab to check it against; the response lists the refused entries. */
  async #setState(state: unknown): Promise<object> {
    const text = stateText(state);
    if (text === undefined) throw new Error('the state is not valid: send text, or an object with “text”');
    await this.#element.ready;
    const refused = this.#element.setState(text);
    return refused.length > 0 ? { error: { code: 'refused', message: refused.join(' ') } } : {};
  }

  async #handle({ subject, message_id: id, state, format, theme }: Message): Promise<void> {
    if (subject === 'SPLICE.getState.response') {
      const saved = stateText(state);
      if (id === this.#stateRequest && saved) this.#element.setState(saved);
      this.#stateRequest = '';
      return;
    }
    const respond = (fields: object): string => this.#send(`${subject}.response`, fields, id);
    try {
      switch (subject) {
        case 'pathlength.getState':
          respond({ state: { kind: 'explore', text: this.#element.getState() } });
          break;
        case 'pathlength.setState':
          respond(await this.#setState(state));
          break;
        case 'pathlength.getData':
          respond({ data: await this.#element.getData(format) });
          break;
        case 'pathlength.setTheme':
          if (!themes.includes(theme)) throw new Error('the theme is unknown: send light, dark, or auto');
          this.#element.setAttribute('theme', theme as string);
          respond({});
          break;
        case 'pathlength.reset':
          this.#element.reset();
          respond({});
          break;
        case 'pathlength.run':
          await this.#element.run();
          respond({});
          break;
        default:
          if (subject.startsWith('pathlength.') && !subject.endsWith('.response'))
            respond({ error: { code: 'unknown', message: `Unknown message ${subject}.` } });
      }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      respond({ error: { code: 'failed', message } });
    }
  }
}
