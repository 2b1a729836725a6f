// The address of a compiled lab on another site.
import { LinkError } from '../state/code';

const localHosts = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Reads the address of a compiled lab: an `https:` address or, for testing, an `http:` address of this computer.
 *
 * @throws {LinkError} If the text is not the address of a file that a page may fetch.
 */
export function hostedLab(text: string): URL {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    throw new LinkError('This is not a complete address: it must begin with “https:”');
  }
  if (url.protocol === 'https:' || (url.protocol === 'http:' && localHosts.includes(url.hostname))) return url;
  throw new LinkError('The address of a lab must start with https://');
}
