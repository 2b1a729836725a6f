// Addresses of the site's pages: home, one for each lab, and one to write labs.

/** The page of a lab; an attribute of the page names the lab to its script. */
export const labPath = (id: string): string => `labs/${id}.html`;

/** The page for writing labs. */
export const authorPath = 'author.html';

/** The way from a page back to the site's root, as a relative address. */
export const rootOf = (path: string): string => '../'.repeat(path.split('/').length - 1) || './';
