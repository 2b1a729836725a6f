/** A plugin that builds the widgets' files into `pathlength/` below the public path. */
export declare function pathlength(): {
  // The compiler's type belongs to webpack, which need not be installed.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  apply(compiler: any): void;
};
