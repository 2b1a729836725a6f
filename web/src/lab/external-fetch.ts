// Fetches a compiled lab from an address that a page or a link names; the response is untrusted.
import type { Lab } from './types';

/** The maximum size of a lab, in bytes. */
const MAX_LAB_BYTES = 5_000_000;

export type ExternalLabCode = 'lab-unreachable' | 'lab-unknown' | 'lab-too-large' | 'lab-unreadable';

/** The reason why an address has no usable lab: a sentence for readers, and a code for scripts. */
export class ExternalLabError extends Error {
  override name = 'ExternalLabError';
  readonly code: ExternalLabCode;

  constructor(code: ExternalLabCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Reads a response as text, up to the limit. */
async function textOf(response: Response, where: string): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; reader;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.length;
    if (bytes > MAX_LAB_BYTES) {
      void reader.cancel();
      throw new ExternalLabError('lab-too-large', `the lab at ${where} is larger than 5 MB. Use a smaller lab.`);
    }
    text += decoder.decode(value, { stream: true });
  }
  return text + decoder.decode();
}

/**
 * Fetches a JSON file of limited size, without credentials, and parses it.
 *
 * @throws {ExternalLabError} If the address has no such file.
 */
export async function fetchLimited(url: URL): Promise<unknown> {
  const where = `${url.origin}${url.pathname}`;
  let response: Response;
  try {
    response = await fetch(url, { credentials: 'omit' });
  } catch {
    throw new ExternalLabError(
      'lab-unreachable',
      `${where} could not be fetched. Check the address and the page’s security policy.`,
    );
  }
  if (!response.ok)
    throw new ExternalLabError('lab-unknown', `the server returned no lab for ${where}. Check the address.`);
  const text = await textOf(response, where);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ExternalLabError(
      'lab-unreadable',
      `the file at ${where} is not a compiled lab. Give the address of its lab.json.`,
    );
  }
}

/**
 * Checks fetched data and returns it as a lab. The schema is loaded with the first lab.
 *
 * @throws {ExternalLabError} If the data is not a lab.
 */
export async function usableLab(data: unknown): Promise<Lab> {
  const { checkExternalLab } = await import('./external-lab');
  try {
    return checkExternalLab(data);
  } catch (error) {
    throw new ExternalLabError('lab-unreadable', `${(error as Error).message}.`);
  }
}
