// State and assignments in addresses. Damage done by mail and chat programs is repaired if possible.

/**
 * The keys in addresses: for a lab's state, an assignment, the location at which a link was copied, a lab's sources,
 * and a lab's address on another site.
 */
export const keys = { state: 's', assignment: 'a', place: 'at', lab: 'lab', from: 'src' } as const;

/** Restores an address that a program has written as HTML or as part of another address. */
const repaired = (address: string): string =>
  address
    .replaceAll('&amp;', '&')
    .replaceAll(/%(?:25)*(23|26|2E|3D)/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

/**
 * Returns the location in the page to which an address leads, with its #; empty if the address has no location. The
 * fragment is the location alone, or contains it next to the state.
 */
export function fragmentOf(address: string): string {
  const fragment = /#.*/.exec(repaired(address))?.[0] ?? '';
  const place = /[#&]at=([\w:-]*)/.exec(fragment)?.[1];
  if (place !== undefined) return place === '' ? '' : `#${place}`;
  return /[#&](s|lab)=/.test(fragment) ? '' : fragment;
}

/** Returns the text under a key in an address; `undefined` if the key is missing. */
export function valueIn(address: string, key: (typeof keys)[keyof typeof keys]): string | undefined {
  // State after the # is newer than state in the query.
  const found = [...repaired(address).matchAll(new RegExp(`[?&#]${key}=([^&#]*)`, 'g'))].at(-1)?.[1];
  // Line breaks, and the full stop or bracket of the surrounding sentence, are not part of the link.
  return found?.replaceAll(/\s|%20|%0A|%0D/gi, '').replace(/[.,;:!?)\]>'"”’]+$/, '') || undefined;
}

/** Returns the state in an address as text; `undefined` for an address without a state. */
export const stateIn = (address: string): string | undefined => valueIn(address, keys.state);

/**
 * Returns an address with the given state, or without one. The location on the page and the lab sources are those of
 * the address by default. All of these are stored in the fragment, which browsers do not send: servers refuse long
 * addresses. Older links contain the state in the query.
 */
export function withState(
  address: string,
  state: string | undefined,
  place = fragmentOf(address).slice(1),
  lab = valueIn(address, keys.lab),
): string {
  const url = new URL(address);
  url.search = url.search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !/^(?:amp;)?s=/.test(part))
    .join('&');
  const named = [
    [keys.place, place || undefined],
    [keys.state, state],
    [keys.lab, lab],
  ].flatMap(([key, value]) => (value === undefined ? [] : `${key}=${value}`));
  url.hash = state === undefined && lab === undefined ? place : named.join('&');
  return url.href;
}
