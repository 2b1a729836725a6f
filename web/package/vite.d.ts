/** A plugin that serves and builds the widgets' files in `pathlength/` below the base. */
export declare function pathlength(): {
  name: string;
  config(): { optimizeDeps: { exclude: string[] } };
  // The types that Vite passes and accepts differ between its versions.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  configureServer(server: any): void;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  generateBundle: { order: 'post'; handler(this: any): void };
};
