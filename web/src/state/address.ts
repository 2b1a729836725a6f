// The state's place in an address. What mail programs and chats do to addresses is undone where it can be.

const key = 's';

/** An address as it was before a program wrote it as HTML or as part of another address. */
const repaired = (address: string): string =>
  address
    .replaceAll('&amp;', '&')
    .replaceAll(/%(?:25)*(23|26|3D)/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

/** The place in the page that an address leads to, with its #; empty if none. */
export const fragmentOf = (address: string): string => /#.*/.exec(repaired(address))?.[0] ?? '';

/** The state that an address carries, as text; `undefined` if none. */
export function stateIn(address: string): string | undefined {
  const found = new RegExp(`[?&]${key}=([^&#]*)`).exec(repaired(address))?.[1];
  // Line breaks, and the full stop or bracket of the sentence around it, are not the link's.
  return found?.replaceAll(/\s|%20|%0A|%0D/gi, '').replace(/[.,;:!?)\]>'"”’]+$/, '') || undefined;
}

/** An address with this state, or with none, and all else as it was. */
export function withState(address: string, state: string | undefined): string {
  const url = new URL(address);
  const others = url.search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !part.startsWith(`${key}=`));
  url.search = [...others, ...(state === undefined ? [] : [`${key}=${state}`])].join('&');
  return url.href;
}
