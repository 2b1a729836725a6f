/** What a browser stores for a site. */
export type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The browser's storage; undefined where it is blocked, full, or does not store. */
export function findStorage(): Storage | undefined {
  const probe = 'pathlength probe';
  try {
    localStorage.setItem(probe, probe);
    const stores = localStorage.getItem(probe) === probe;
    localStorage.removeItem(probe);
    return stores ? localStorage : undefined;
  } catch {
    return undefined;
  }
}
