// Addresses of the site's pages: the home page, one page per lab, the page for authors, the pages for teachers, the
// model desk, the page for networks of queues, and the page for labs that the site does not publish.

/** Returns the page of a lab; an attribute of the page names the lab for its script. */
export const labPath = (id: string): string => `labs/${id}.html`;

/** The page for writing labs. */
export const authorPath = 'author.html';

/** The page for teachers, where a class is graded. */
export const teachPath = 'teach.html';

/** The model desk, where the parameters of any lab are fitted. */
export const deskPath = 'desk.html';

/** The page for a lab that travels in its link, or that another site publishes. */
export const linkedPath = 'lab.html';

/** The page for printing and projecting any lab: its worksheet, its answer key, and its slides. */
export const materialsPath = 'materials.html';

/** The page for drawing a network of queues. */
export const networkPath = 'network.html';

/** The page of a course: its labs in order, and one progress over all of them. */
export const coursePath = 'course.html';

/** Returns the path of the teacher's guide to a lab. */
export const guidePath = (id: string): string => `guides/${id}.html`;

/** Returns the relative address of the site's root from a page. */
export const rootOf = (path: string): string => '../'.repeat(path.split('/').length - 1) || './';
