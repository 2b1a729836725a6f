// State and assignments in addresses. Damage that mail programs and chats do to addresses is repaired where possible.

/** The keys of a lab's state and of an assignment. */
export const keys = { state: 's', assignment: 'a' } as const;

/** An address as it was before a program wrote it as HTML or as part of another address. */
const repaired = (address: string): string =>
  address
    .replaceAll('&amp;', '&')
    .replaceAll(/%(?:25)*(23|26|3D)/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

/** The place in the page that an address leads to, with its #; empty if none. */
export const fragmentOf = (address: string): string => /#.*/.exec(repaired(address))?.[0] ?? '';

/** What an address carries under a key, as text; `undefined` if nothing. */
export function valueIn(address: string, key: (typeof keys)[keyof typeof keys]): string | undefined {
  const found = new RegExp(`[?&]${key}=([^&#]*)`).exec(repaired(address))?.[1];
  // Line breaks, and the full stop or bracket of the sentence around it, are not the link's.
  return found?.replaceAll(/\s|%20|%0A|%0D/gi, '').replace(/[.,;:!?)\]>'"”’]+$/, '') || undefined;
}

/** The state that an address carries, as text; `undefined` if none. */
export const stateIn = (address: string): string | undefined => valueIn(address, keys.state);

/** An address with this state, or with none, and all else as it was. */
export function withState(address: string, state: string | undefined): string {
  const url = new URL(address);
  const others = url.search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !part.startsWith(`${keys.state}=`));
  url.search = [...others, ...(state === undefined ? [] : [`${keys.state}=${state}`])].join('&');
  return url.href;
}
