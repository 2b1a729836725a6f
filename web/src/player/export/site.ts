// Where the site is: seen from this script, as its parts may stand in other people's pages.

/** The address of something that the site has, from its path. Built scripts stand one folder below the site's root. */
export const addressIn = (path: string): string =>
  new URL(import.meta.env.DEV ? `/${path}` : `../${path}`, import.meta.url).href;
