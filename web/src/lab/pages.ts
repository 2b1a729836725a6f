// Addresses of the site's pages: home, one for each lab, one to write labs, one to grade a class, and the model desk.

/** The page of a lab; an attribute of the page names the lab to its script. */
export const labPath = (id: string): string => `labs/${id}.html`;

/** The page for writing labs. */
export const authorPath = 'author.html';

/** The page for teachers, where a class is graded. */
export const teachPath = 'teach.html';

/** The model desk, where the parameters of any lab are fitted. */
export const deskPath = 'desk.html';

/** The teacher's guide to a lab. */
export const guidePath = (id: string): string => `guides/${id}.html`;

/** The way from a page back to the site's root, as a relative address. */
export const rootOf = (path: string): string => '../'.repeat(path.split('/').length - 1) || './';
