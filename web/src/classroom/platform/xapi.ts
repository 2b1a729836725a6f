// Requests to the xAPI interface of a learning platform, with the authorization of one cmi5 launch.
import { PlatformError } from './platform';

/** The time limit of a request: a platform that does not answer must not keep a student waiting. */
const TIMEOUT_MS = 20_000;

type Query = Record<string, string>;

/** Sends a request; a response that is neither a success nor `allowed` is an error. */
async function request(address: URL | string, init: RequestInit, allowed: readonly number[] = []): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(address, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch {
    throw new PlatformError('The learning platform could not be reached.');
  }
  if (!response.ok && !allowed.includes(response.status))
    throw new PlatformError(`The learning platform refused a request (${response.status} ${response.statusText}).`);
  return response;
}

async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    throw new PlatformError('The learning platform’s response is not JSON.');
  }
}

/** Fetches the token of a launch, which the platform provides only once. */
export async function fetchToken(address: string): Promise<string> {
  const answer = (await jsonOf(await request(address, { method: 'POST' }))) as Record<string, unknown> | null;
  const token = answer?.['auth-token'];
  if (typeof token === 'string' && token) return token;
  const reason = String(answer?.['error-text'] ?? 'no reason given');
  throw new PlatformError(
    `The learning platform did not open a session: ${reason}. Close this page and open the activity again from your course.`,
  );
}

export class XapiClient {
  readonly #endpoint: string;
  readonly #headers: Record<string, string>;

  constructor(endpoint: string, token: string) {
    this.#endpoint = endpoint.endsWith('/') ? endpoint : `${endpoint}/`;
    this.#headers = { authorization: `Basic ${token}`, 'x-experience-api-version': '1.0.3' };
  }

  #address(path: string, query: Query = {}): URL {
    const address = new URL(this.#endpoint + path);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    return address;
  }

  /** Reads a document; undefined if it does not exist. */
  async read(path: string, query: Query): Promise<unknown> {
    const response = await request(this.#address(path, query), { headers: this.#headers }, [404]);
    return response.ok ? await jsonOf(response) : undefined;
  }

  /** Writes a document, even while the page is being closed. */
  async write(path: string, query: Query, body: unknown): Promise<void> {
    await this.#send('PUT', this.#address(path, query), body);
  }

  /** Sends statements in one request, even while the page is being closed. */
  async post(statements: readonly unknown[]): Promise<void> {
    await this.#send('POST', this.#address('statements'), statements);
  }

  async #send(method: string, address: URL, body: unknown): Promise<void> {
    const headers = { ...this.#headers, 'content-type': 'application/json' };
    await request(address, { method, headers, body: JSON.stringify(body), keepalive: true });
  }
}
