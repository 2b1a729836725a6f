// The pages of the site, as far as their addresses go: the home page, one page a lab, and one to write labs.

/** A page's lab is told to its script by an attribute. */
export const labPath = (id: string): string => `labs/${id}.html`;

/** The page where labs are written. */
export const authorPath = 'author.html';

/** The way from a page back to the site's root, as a relative address. */
export const rootOf = (path: string): string => '../'.repeat(path.split('/').length - 1) || './';
