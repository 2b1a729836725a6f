// State and assignments in addresses. Damage that mail programs and chats do to addresses is repaired where possible.

/** The keys of a lab's state, of an assignment, and of the place that a link was copied at. */
export const keys = { state: 's', assignment: 'a', place: 'at' } as const;

/** An address as it was before a program wrote it as HTML or as part of another address. */
const repaired = (address: string): string =>
  address
    .replaceAll('&amp;', '&')
    .replaceAll(/%(?:25)*(23|26|3D)/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

/**
 * The place in the page that an address leads to, with its #; empty if none. The fragment is the place alone, or has it
 * beside the state.
 */
export function fragmentOf(address: string): string {
  const fragment = /#.*/.exec(repaired(address))?.[0] ?? '';
  const place = /[#&]at=([\w:-]*)/.exec(fragment)?.[1];
  if (place !== undefined) return place === '' ? '' : `#${place}`;
  return /[#&]s=/.test(fragment) ? '' : fragment;
}

/** What an address carries under a key, as text; `undefined` if nothing. */
export function valueIn(address: string, key: (typeof keys)[keyof typeof keys]): string | undefined {
  // The state behind the # is newer than one in the query.
  const found = [...repaired(address).matchAll(new RegExp(`[?&#]${key}=([^&#]*)`, 'g'))].at(-1)?.[1];
  // Line breaks, and the full stop or bracket of the sentence around it, are not the link's.
  return found?.replaceAll(/\s|%20|%0A|%0D/gi, '').replace(/[.,;:!?)\]>'"”’]+$/, '') || undefined;
}

/** The state that an address carries, as text; `undefined` if none. */
export const stateIn = (address: string): string | undefined => valueIn(address, keys.state);

/**
 * An address with this state, or with none, and with the place that it leads to. The state is in the fragment, which
 * browsers do not send: servers refuse long addresses. Older links have it in the query.
 */
export function withState(address: string, state: string | undefined, place = fragmentOf(address).slice(1)): string {
  const url = new URL(address);
  url.search = url.search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !/^(?:amp;)?s=/.test(part))
    .join('&');
  const parts = [...(place ? [`${keys.place}=${place}`] : []), `${keys.state}=${state ?? ''}`];
  url.hash = state === undefined ? place : parts.join('&');
  return url.href;
}
