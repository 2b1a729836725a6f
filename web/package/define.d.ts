import './element.js';

export interface Options {
  /**
   * The address of the folder with this package's files, absolute or relative to the page. The default is `pathlength/`
   * below the public path of Vite or webpack, where the plugins put them; without a bundler, it is this package's folder.
   */
  base?: string | URL;
  /** Another name for the element, with a hyphen. The default is `pathlength-lab`. */
  tag?: string;
}

/**
 * Loads the widgets and defines the element. Does nothing where there are no custom elements, as on a server. Rejects if
 * the files are not at the address.
 */
export declare function define(options?: Options): Promise<void>;
