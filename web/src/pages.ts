/** One page of the site, as far as both the build and the browser know it. */
export interface Page {
  path: string;
  title: string;
  description: string;
  /** The lab the page is about. */
  lab?: string;
}

export const pages: readonly Page[] = [
  {
    path: 'index.html',
    title: 'Pathlength: where a storage operation’s time goes',
    description:
      'A laboratory for storage performance: published measurements, reproduced cell by cell by models that run in your browser.',
  },
  {
    path: 'labs/zfs-directories.html',
    title: 'zFS directories, page by page · Pathlength',
    description:
      'IBM’s published measurements of zFS directories, reproduced by running both directory structures on your own machine.',
    lab: 'zfs-directories',
  },
];

/** The way from a page back to the site's root, as a relative address. */
export const rootOf = (path: string): string => '../'.repeat(path.split('/').length - 1) || './';
