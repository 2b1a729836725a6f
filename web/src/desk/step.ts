// Changes to a fit in the address of a link in a lab's text: `#lab=ID&fix=NAME=VALUE&free=NAME&leverage=PERCENT`.
import type { FitRequest } from './protocol';

/** Returns the changes in an address; undefined if it has none. */
export function requestIn(address: URLSearchParams): FitRequest | undefined {
  const [fix, free] = [address.getAll('fix'), address.getAll('free')];
  const leverage = Number(address.get('leverage') ?? 0);
  if (fix.length === 0 && free.length === 0 && !(leverage > 0)) return undefined;
  return { fix, free, ...(leverage > 0 && { leverage }), bootstrap: 0, seed: 1 };
}
