/** A browser's storage for a site. */
export type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Returns the browser's storage; undefined if it is blocked or full, or does not work. */
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
